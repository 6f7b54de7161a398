import Type, { type Static } from 'typebox';
import { FileId, Milliseconds, NumericId, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';

/** What a message answers: exactly one of these, a thing of the same binder. */
export const ReplyTo = Type.Object(
  {
    transaction: Type.Optional(Type.Object({ id: NumericId })),
    page: Type.Optional(
      Type.Object({
        id: NumericId,
        position_comment_id: Type.Optional(
          Type.Integer({ ...NumericId, description: 'A position comment on the page.' }),
        ),
      }),
    ),
    file: Type.Optional(Type.Object({ id: FileId })),
    todo: Type.Optional(Type.Object({ id: NumericId })),
    binder: Type.Optional(
      Type.Object({
        comment_id: Type.Integer({ ...NumericId, description: 'Another message of the binder.' }),
      }),
    ),
    meet: Type.Optional(Type.Object({ session_key: Text({ minLength: 1, maxLength: 255 }) })),
  },
  { title: 'ReplyTo', description: 'What the message replies to: exactly one of these.' },
);
export type ReplyTo = Static<typeof ReplyTo>;

/** An id of a binder's thing as a request may name it: events of bots have it as text, and clients send that back. */
const NumericIdInput = Type.Union([
  NumericId,
  Type.String({ pattern: '^[1-9]\\d{0,15}$', description: 'The same id as decimal digits.' }),
]);

/** The same as `ReplyTo`, as a request has it. */
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
  { title: 'ReplyToInput', description: 'What the message replies to: exactly one of these.' },
);
export type ReplyToInput = Static<typeof ReplyToInput>;

/** A button under a message. What it carries is for its bot. */
export const MessageButton = Type.Object(
  { id: Type.String(), type: Type.Enum(['account_link', 'postback']), text: Type.String() },
  { title: 'MessageButton' },
);
export type MessageButton = Static<typeof MessageButton>;

/** The file of the binder that came with a message, as it was then. */
export const MessageFile = Type.Object(
  { id: FileId, name: Type.String(), mime_type: Type.String() },
  { title: 'MessageFile' },
);
export type MessageFile = Static<typeof MessageFile>;

/** Who reacted to a message with an emoji. */
export const Reaction = Type.Object(
  {
    emoji: Type.String(),
    count: Type.Integer({ minimum: 1 }),
    users: Type.Array(UserId, { description: 'The first 100, in order of time.' }),
  },
  { title: 'Reaction' },
);
export type Reaction = Static<typeof Reaction>;

/** Who pinned a message, and when. */
export const Pinned = Type.Object({ user: UserReference, time: Milliseconds }, { title: 'Pinned' });

/** One chat message of a binder. What stands under `Optional` is missing on messages that have none. */
export const Message = Type.Object(
  {
    id: Type.Integer(),
    text: Type.String(),
    user: UserReference,
    reply_to: Type.Optional(ReplyTo),
    mentions: Type.Optional(Type.Array(UserId, { description: 'Ids of the mentioned users.' })),
    richtext: Type.Optional(Type.String({ description: 'BBCode, as it was sent.' })),
    html: Type.Optional(
      Type.String({
        description:
          'The same as HTML that is safe to display; pictures of other hosts load through this server, by links that are valid for a day or two.',
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    ),
    buttons: Type.Optional(Type.Array(MessageButton)),
    file: Type.Optional(MessageFile),
    audio: Type.Optional(
      Type.String({ description: 'Path of its sound, from the root of the host; it needs a token.' }),
    ),
    reactions: Type.Optional(Type.Array(Reaction, { description: 'By emoji, in order of their first use.' })),
    pinned: Type.Optional(Pinned),
    is_feed: Type.Optional(
      Type.Literal(true, {
        description:
          'The server wrote it, to report an action of `user`: a meet, a recording, an answer to a step. Nobody may edit or delete it.',
      }),
    ),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

/** How far a member has read: every message with this id or a smaller one. */
export const ReadMark = Type.Object(
  {
    user: UserReference,
    message_id: Type.Integer({
      minimum: 0,
      description: 'Messages up to this id are read. It need not be the id of a message.',
    }),
  },
  { title: 'ReadMark' },
);
export type ReadMark = Static<typeof ReadMark>;

/** One entry of a binder's log. `body` depends on `kind`; ids in it are the ids of the resources. */
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
