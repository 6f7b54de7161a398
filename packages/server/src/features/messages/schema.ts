import {
  BinderId,
  LogEntry,
  Message,
  NameText,
  NumericId,
  ReadMark,
  ReplyToInput,
  Sequence,
  Text,
  UserId,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { AsOf, byteAnswers, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';
import { PageDescription } from '../pages/index.ts';

const tag = 'Messages';
const BinderParams = Type.Object({ binder_id: BinderId });
const MessageParams = Type.Object({ binder_id: BinderId, message_id: NumericId });
const MAX_WAIT_SECONDS = 30;
const MAX_MENTIONS = 50;

export const MAX_TEXT_LENGTH = 65_536;
const MessageText = Text({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description: 'Plain text.' });
const PlainContent = Type.Object({ text: MessageText });
const MentionAll = Type.Boolean({
  description:
    'Mentions all members other than the author, in addition to `mentions`, except bots. The text says `@all`. 412 with more than 500 members.',
});
/** The slowest text of this length takes the parser 250 ms. */
const MAX_MARKDOWN_LENGTH = 20_000;
const MAX_FIELDS = 200;
const MAX_BUTTONS = 20;
const MAX_TEMPLATES = 10;

const Fields = Type.Record(
  Type.String({ pattern: '^[\\w.-]{1,100}$' }),
  Type.Union([Text({ maxLength: 4_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  { maxProperties: MAX_FIELDS, additionalProperties: false, description: 'Key-value pairs, for templates.' },
);
const ButtonInput = Type.Object({
  type: Type.Optional(Type.Enum(['account_link', 'postback'], { description: '`postback` when left out.' })),
  text: NameText({ minLength: 1, maxLength: 200 }),
  payload: Type.Optional(
    Type.Unknown({
      description: 'JSON or a string for `bot_postback`, at most 16,384 characters. Default: its text.',
    }),
  ),
});
const Template = Type.Object({
  template_type: Type.Optional(
    Type.Enum(['text', 'richtext', 'page'], { description: '`text` when left out.' }),
  ),
  template: Type.Optional(
    Text({
      maxLength: MAX_TEXT_LENGTH,
      description: '`{{name}}` is replaced by the field of that name. There are no other expressions.',
    }),
  ),
});
const MarkdownText = Text({
  maxLength: MAX_MARKDOWN_LENGTH,
  description: 'Instead of `richtext`: Markdown of CommonMark and GitHub, which is stored as rich text.',
});
const RichContent = Type.Object({
  text: Type.Optional(Text({ maxLength: MAX_TEXT_LENGTH, description: 'Plain text.' })),
  richtext: Type.Optional(Text({ maxLength: MAX_TEXT_LENGTH, description: 'BBCode.' })),
  markdown: Type.Optional(MarkdownText),
  fields: Type.Optional(Fields),
  action: Type.Optional(
    Type.Enum(['chat', 'page', 'todo'], {
      description:
        'The result: a message (default); a NOTE page; a to-do named by `text`, with `richtext` as its note.',
    }),
  ),
  buttons: Type.Optional(
    Type.Array(ButtonInput, {
      maxItems: MAX_BUTTONS,
      description: 'Only for bots, which are notified of each press; 400 from others.',
    }),
  ),
  mentions: Type.Optional(
    Type.Array(UserId, {
      maxItems: MAX_MENTIONS,
      uniqueItems: true,
      description: 'Ids of the mentioned members of the binder.',
    }),
  ),
  mention_all: Type.Optional(MentionAll),
});
const EditedContent = Type.Object({
  text: Type.Optional(MessageText),
  richtext: Type.Optional(Text({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description: 'BBCode.' })),
  markdown: Type.Optional(MarkdownText),
  mentions: Type.Optional(
    Type.Array(UserId, {
      maxItems: MAX_MENTIONS,
      uniqueItems: true,
      description: 'Ids of the mentioned members of the binder.',
    }),
  ),
  mention_all: Type.Optional(MentionAll),
});

const Seq = Type.Integer({ description: 'The position of the change in the binder’s log.' });
const Posted = Type.Object({
  binder_comment_id: Type.Integer(),
  created_time: Type.Integer(),
  seq: Seq,
});

export const MessageBody = Type.Object({
  message: RichContent,
  fields_template: Type.Optional(Type.Array(Template, { maxItems: MAX_TEMPLATES })),
  reply_to: Type.Optional(ReplyToInput),
  thread_only: Type.Optional(
    Type.Boolean({
      description:
        'A reply to a message that stays in its thread. Only with `reply_to.binder`. Without it the reply is also sent to the binder.',
    }),
  ),
  file_description: Type.Optional({
    ...PageDescription,
    description: 'The `description` of the first page of the attached `file`.',
  }),
  client_uuid: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 64,
      description:
        'The client’s own name for the message. It is in the log entry, so that the client recognises the message before this response.',
    }),
  ),
});
export type MessageBody = Static<typeof MessageBody>;

/** This schema is only for the documentation, because the form is read part by part. */
const MessageForm = Type.Object({
  payload: Type.Optional(
    Type.String({
      contentMediaType: 'application/json',
      description: 'The same JSON as the plain body; optional with a file or sound.',
    }),
  ),
  file: Type.Optional(
    Type.String({
      format: 'binary',
      description: 'Becomes a file of the binder with its pages, as by an upload.',
    }),
  ),
  audio: Type.Optional(
    Type.String({
      format: 'binary',
      description: 'The message’s sound, such as M4A, 3GPP, MP3 or AAC, recognised by its bytes.',
    }),
  ),
});

export const postMessage = operation(tag, 'postMessage', {
  summary: 'Post a message, or a comment on content of the binder',
  params: BinderParams,
  description:
    'At least one of text, richtext, markdown and fields (without a template, a line for each). A form may have a file or sound instead. The response has the id of the result: `binder_comment_id`, `page_id` or `todo_id`.',
  body: {
    content: { 'application/json': { schema: MessageBody }, 'multipart/form-data': { schema: MessageForm } },
  },
  data: Type.Object({
    binder_comment_id: Type.Optional(Type.Integer()),
    file_id: Type.Optional(Type.String({ description: 'The attached file.' })),
    page_id: Type.Optional(Type.Integer()),
    todo_id: Type.Optional(Type.Integer()),
    created_time: Type.Integer(),
    seq: Type.Optional(Seq),
  }),
});

export const tapButton = operation(tag, 'tapButton', {
  summary: 'Press a button of a bot’s message',
  description:
    'For any member. A postback button sends `bot_postback` to the bot. For an account_link button the response has the address to open in a new window. It is valid for 5 minutes, for the caller only.',
  params: Type.Object({
    binder_id: BinderId,
    message_id: NumericId,
    button_id: Text({ minLength: 1, maxLength: 100 }),
  }),
  data: Type.Object({ url: Type.Optional(Type.String()) }),
});

export const postComment = operation(tag, 'postComment', {
  summary: 'Post a message (older path)',
  description: 'Use `POST /{binder_id}/messages`.',
  deprecated: true,
  params: BinderParams,
  body: PlainContent,
  data: Posted,
});

export const postDirectMessage = operation(tag, 'postDirectMessage', {
  summary: 'Post a message to one user',
  description:
    'Posts in the conversation of the caller and this user of the same partner, and creates it if there is none.',
  body: Type.Object({ user: Type.Object({ user_id: UserId }), message: PlainContent }),
  data: Type.Object({ binder_id: BinderId, ...Posted.properties }),
});

export const getMessage = operation(tag, 'getMessage', {
  summary: 'Get one message',
  params: MessageParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Message,
});

export const downloadAudio = operation(tag, 'downloadAudio', {
  summary: 'Download the sound of a message',
  description: 'The original bytes, with `Range`.',
  params: MessageParams,
  response: byteAnswers,
});

export const editMessage = operation(tag, 'editMessage', {
  summary: 'Edit one of the caller’s messages',
  description:
    'The message then has exactly the given text and rich text or Markdown; at least one is required. Without `mentions` and `mention_all` its mentions stay.',
  params: MessageParams,
  body: Type.Object({ message: EditedContent }),
  data: Type.Object({ binder_comment_id: Type.Integer(), updated_time: Type.Integer(), seq: Seq }),
});

export const deleteMessage = operation(tag, 'deleteMessage', {
  summary: 'Delete one of the caller’s messages',
  params: MessageParams,
});

export const listMessages = operation(tag, 'listMessages', {
  summary: 'List messages, newest first',
  params: BinderParams,
  querystring: Type.Object({
    before: Type.Optional(Type.Integer({ ...NumericId, description: 'Only messages with a smaller id.' })),
    after: Type.Optional(
      Type.Integer({
        ...NumericId,
        minimum: 0,
        description: 'Only messages with a larger id, the oldest of them first.',
      }),
    ),
    limit: Limit,
    cursor: Cursor,
    as_of: AsOf,
  }),
  data: Type.Object({ messages: Type.Array(Message), next_cursor: NextCursor }),
});

export const markRead = operation(tag, 'markRead', {
  summary: 'Mark messages as read, up to one or up to the latest',
  description:
    'A mark never moves back. Later messages by other people count as the binder’s `unread_feeds`.',
  params: BinderParams,
  body: Type.Object({
    message_id: Type.Optional(Type.Integer({ ...NumericId, description: 'Default: the latest message.' })),
  }),
  data: Type.Object({ message_id: ReadMark.properties.message_id }),
});

export const listReadMarks = operation(tag, 'listReadMarks', {
  summary: 'List how far each member has read',
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ readmarks: Type.Array(ReadMark), next_cursor: NextCursor }),
});

export const readFeed = operation(tag, 'readFeed', {
  summary: 'Read the binder’s log',
  description:
    'Entries after a sequence, in order and without gaps. With the last `seq` you saw, you can always catch up.',
  params: BinderParams,
  querystring: Type.Object({
    after: Type.Optional(Sequence),
    limit: Limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'Seconds to wait if there is nothing yet.',
      }),
    ),
  }),
  data: Type.Object({
    entries: Type.Array(LogEntry),
    seq: Type.Integer({ description: 'The latest sequence of the binder.' }),
  }),
});
