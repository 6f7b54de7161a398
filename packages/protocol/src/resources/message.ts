import Type, { type Static } from 'typebox';
import { FileId, Milliseconds, NumericId, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';

export const ReplyTo = Type.Object(
  {
    transaction: Type.Optional(Type.Object({ id: NumericId })),
    page: Type.Optional(
      Type.Object({
        id: NumericId,
        position_comment_id: Type.Optional(
          Type.Integer({ ...NumericId, description: 'The id of a position comment on the page.' }),
        ),
      }),
    ),
    file: Type.Optional(Type.Object({ id: FileId })),
    todo: Type.Optional(Type.Object({ id: NumericId })),
    binder: Type.Optional(
      Type.Object({
        comment_id: Type.Integer({ ...NumericId, description: 'The id of another message of the binder.' }),
      }),
    ),
    meet: Type.Optional(Type.Object({ session_key: Text({ minLength: 1, maxLength: 255 }) })),
  },
  {
    title: 'ReplyTo',
    description: 'The object to which the message replies. Exactly one of the fields is present.',
  },
);
export type ReplyTo = Static<typeof ReplyTo>;

/** Accepts strings, because bot events contain ids as strings. */
const NumericIdInput = Type.Union([
  NumericId,
  Type.String({ pattern: '^[1-9]\\d{0,15}$', description: 'The same id as decimal digits.' }),
]);

export const ReplyToInput = Type.Object(
  {
    transaction: Type.Optional(Type.Object({ id: NumericIdInput })),
    page: Type.Optional(
      Type.Object({ id: NumericIdInput, position_comment_id: Type.Optional(NumericIdInput) }),
    ),
    file: Type.Optional(Type.Object({ id: FileId })),
    todo: Type.Optional(Type.Object({ id: NumericIdInput })),
    binder: Type.Optional(Type.Object({ comment_id: NumericIdInput })),
    meet: Type.Optional(Type.Object({ session_key: Text({ minLength: 1, maxLength: 255 }) })),
  },
  {
    title: 'ReplyToInput',
    description: 'The object to which the message replies. Exactly one of the fields is present.',
  },
);
export type ReplyToInput = Static<typeof ReplyToInput>;

export const MessageButton = Type.Object(
  { id: Type.String(), type: Type.Enum(['account_link', 'postback']), text: Type.String() },
  { title: 'MessageButton' },
);
export type MessageButton = Static<typeof MessageButton>;

export const MessageFile = Type.Object(
  { id: FileId, name: Type.String(), mime_type: Type.String() },
  { title: 'MessageFile' },
);
export type MessageFile = Static<typeof MessageFile>;

export const Reaction = Type.Object(
  {
    emoji: Type.String(),
    count: Type.Integer({ minimum: 1 }),
    users: Type.Array(UserId, { description: 'The first 100 users, in the order in which they reacted.' }),
  },
  { title: 'Reaction' },
);
export type Reaction = Static<typeof Reaction>;

export const Pinned = Type.Object({ user: UserReference, time: Milliseconds }, { title: 'Pinned' });

export const Replies = Type.Object(
  {
    count: Type.Integer({ minimum: 1 }),
    last_time: Milliseconds,
    users: Type.Array(UserId, { description: 'The first five users who replied.' }),
  },
  { title: 'Replies', description: 'Absent if the message has no replies.' },
);

export const Forwarded = Type.Object(
  { user: UserReference, time: Milliseconds },
  {
    title: 'Forwarded',
    description: 'The author and the time of the original message. Absent if the message was not forwarded.',
  },
);

export const LinkPreview = Type.Object(
  {
    url: Type.String({ description: 'The first link of the message.' }),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    site_name: Type.Optional(Type.String()),
    picture: Type.Optional(
      Type.String({
        description:
          'The address of the picture. The picture loads through this server. The address is valid for one to two days.',
      }),
    ),
  },
  { title: 'LinkPreview' },
);

export const Message = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String(),
    user: UserReference,
    reply_to: Type.Optional(ReplyTo),
    thread_id: Type.Optional(
      Type.Integer({
        description:
          'The id of the first message of the thread. Absent if the message does not reply to a message.',
      }),
    ),
    thread_only: Type.Optional(
      Type.Literal(true, {
        description: 'The reply appears only in its thread, not in the chat of the binder.',
      }),
    ),
    replies: Type.Optional(Replies),
    mentions: Type.Optional(Type.Array(UserId, { description: 'Ids of the mentioned users.' })),
    mention_all: Type.Optional(
      Type.Literal(true, {
        description:
          'The message mentioned all enabled members, except bots and the author, when it was posted.',
      }),
    ),
    richtext: Type.Optional(Type.String({ description: 'The rich text as BBCode.' })),
    html: Type.Optional(
      Type.String({
        description:
          'The rich text as HTML that is safe to display. Pictures of other hosts load through this server. Their addresses are valid for one to two days.',
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    ),
    buttons: Type.Optional(Type.Array(MessageButton)),
    forwarded: Type.Optional(Forwarded),
    file: Type.Optional(MessageFile),
    audio: Type.Optional(
      Type.String({
        description:
          'The path of the sound of the message, from the root of the host. A request needs an access token.',
      }),
    ),
    reactions: Type.Optional(
      Type.Array(Reaction, { description: 'One entry for each emoji, in the order of their first use.' }),
    ),
    pinned: Type.Optional(Pinned),
    preview: Type.Optional(LinkPreview),
    is_feed: Type.Optional(
      Type.Literal(true, {
        description:
          'The server wrote the message to report an action of `user`, for example a meet, a recording or an answer to a step. Nobody can edit or delete it.',
      }),
    ),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const ReadMark = Type.Object(
  {
    user: UserReference,
    message_id: Type.Integer({
      minimum: 0,
      description: 'The user has read the messages up to this id. A message with this id need not exist.',
    }),
  },
  { title: 'ReadMark' },
);
export type ReadMark = Static<typeof ReadMark>;

export const LogEntry = Type.Object(
  {
    seq: Type.Integer(),
    at: Milliseconds,
    kind: Type.String(),
    actor: UserReference,
    body: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'LogEntry' },
);
export type LogEntry = Static<typeof LogEntry>;
