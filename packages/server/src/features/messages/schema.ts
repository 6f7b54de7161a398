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
const Recipient = Type.Object({ user_id: UserId });
const PlainContent = Type.Object({ text: MessageText });
const MentionAll = Type.Boolean({
  description:
    'If true, the message mentions `mentions` and also all enabled members, except bots and the author. Write `@all` in the text. 412: the binder has more than 500 such members.',
});
/** The parser needs up to 250 ms for a text of this length. */
const MAX_MARKDOWN_LENGTH = 20_000;
const MAX_FIELDS = 200;
const MAX_BUTTONS = 20;
const MAX_RECIPIENTS = 8;
const MAX_TEMPLATES = 10;

const Fields = Type.Record(
  Type.String({ pattern: '^[\\w.-]{1,100}$' }),
  Type.Union([Text({ maxLength: 4_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  { maxProperties: MAX_FIELDS, additionalProperties: false, description: 'Key-value pairs, for templates.' },
);
const ButtonInput = Type.Object({
  type: Type.Optional(Type.Enum(['account_link', 'postback'], { description: 'Default: `postback`.' })),
  text: NameText({ minLength: 1, maxLength: 200 }),
  payload: Type.Optional(
    Type.Unknown({
      description:
        'A JSON value, which the bot receives in the event `bot_postback`. At most 16,384 characters as JSON. Default: the text of the button.',
    }),
  ),
});
const Template = Type.Object({
  template_type: Type.Optional(Type.Enum(['text', 'richtext', 'page'], { description: 'Default: `text`.' })),
  template: Type.Optional(
    Text({
      maxLength: MAX_TEXT_LENGTH,
      description: 'The server replaces `{{name}}` by the field `name`. There are no other expressions.',
    }),
  ),
});
const MarkdownText = Text({
  maxLength: MAX_MARKDOWN_LENGTH,
  description:
    'Markdown (CommonMark and GitHub). The server stores it as rich text. Do not combine it with `richtext`.',
});
const RichContent = Type.Object({
  text: Type.Optional(Text({ maxLength: MAX_TEXT_LENGTH, description: 'Plain text.' })),
  richtext: Type.Optional(Text({ maxLength: MAX_TEXT_LENGTH, description: 'BBCode.' })),
  markdown: Type.Optional(MarkdownText),
  fields: Type.Optional(Fields),
  action: Type.Optional(
    Type.Enum(['chat', 'page', 'todo'], {
      description:
        'The object that the call creates. `chat`: a message. `page`: a page of the type NOTE. `todo`: a to-do with the first line of `text` as its name, and the rest and the words of `richtext` as its note. Default: `chat`.',
    }),
  ),
  buttons: Type.Optional(
    Type.Array(ButtonInput, {
      maxItems: MAX_BUTTONS,
      description:
        'Only bots can send buttons, because the server notifies the author of each press. 400: the caller is not a bot.',
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
        'If true, the message appears only in the thread of the message in `reply_to.binder`, which is required. If absent or false, a reply also appears in the chat of the binder.',
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
        'An id that the client chooses. The log entry contains it, so that the client recognises the message if the entry arrives before this response.',
    }),
  ),
});
export type MessageBody = Static<typeof MessageBody>;

/** Only for the documentation, because the form is read part by part. */
const MessageForm = Type.Object({
  payload: Type.Optional(
    Type.String({
      contentMediaType: 'application/json',
      description:
        'The same JSON as the body of the type `application/json`. Optional if you send `file` or `audio`.',
    }),
  ),
  file: Type.Optional(
    Type.String({
      format: 'binary',
      description:
        'A file. The server stores it in the binder and makes pages of it, as with `POST /{binder_id}/pageupload`.',
    }),
  ),
  audio: Type.Optional(
    Type.String({
      format: 'binary',
      description:
        'A voice message, for example M4A, 3GPP, MP3 or AAC. The server detects the type from the bytes.',
    }),
  ),
});

export const postMessage = operation(tag, 'postMessage', {
  summary: 'Post a message, or a comment on content of the binder',
  params: BinderParams,
  description:
    'Needs write access. Send at least one of `text`, `richtext`, `markdown` and `fields`. A form may contain `file` or `audio` instead. If you send only `fields`, the message has one line for each field. The response contains the id of the created object: `binder_comment_id`, `page_id` or `todo_id`. 404: `reply_to` names no object of the binder. 412: a mentioned user is disabled or not a member.',
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
    'Allowed for all members. A button of the type `postback` sends the event `bot_postback` to the bot. For a button of the type `account_link`, the response contains a `url`. Open it in a new window. It identifies the caller to the bot, and is valid for 5 minutes. 404: the message or the button does not exist. 412: the bot is disabled or no longer a member of the binder, or has no address that the button could open.',
  params: Type.Object({
    binder_id: BinderId,
    message_id: NumericId,
    button_id: Text({ minLength: 1, maxLength: 100 }),
  }),
  data: Type.Object({ url: Type.Optional(Type.String()) }),
});

export const postComment = operation(tag, 'postComment', {
  summary: 'Post a message (older path)',
  description: 'Needs write access. Use `POST /{binder_id}/messages` instead.',
  deprecated: true,
  params: BinderParams,
  body: PlainContent,
  data: Posted,
});

export const postDirectMessage = operation(tag, 'postDirectMessage', {
  summary: 'Post a message to one or several users',
  description:
    'Posts in the conversation of exactly the caller and these users, and creates the conversation if necessary. Send either `user` or `users`. 404: the partner of the caller has no such enabled user.',
  body: Type.Object({
    user: Type.Optional(Recipient),
    users: Type.Optional(
      Type.Array(Recipient, {
        minItems: 1,
        maxItems: MAX_RECIPIENTS,
        description: 'The other people of a conversation. With one user, the same as `user`.',
      }),
    ),
    message: PlainContent,
  }),
  data: Type.Object({ binder_id: BinderId, ...Posted.properties }),
});

export const getMessage = operation(tag, 'getMessage', {
  summary: 'Get one message',
  description: 'Allowed for readers of the binder.',
  params: MessageParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Message,
});

export const downloadAudio = operation(tag, 'downloadAudio', {
  summary: 'Download the sound of a message',
  description:
    'Allowed for readers of the binder. Returns the original bytes. Supports `Range`. 404: the message does not exist or has no sound.',
  params: MessageParams,
  response: byteAnswers,
});

export const editMessage = operation(tag, 'editMessage', {
  summary: 'Edit one of the caller’s messages',
  description:
    'Allowed for the author, with write access. Send at least one of `text`, `richtext` and `markdown`. They replace both the text and the rich text of the message. If you send neither `mentions` nor `mention_all`, the mentions do not change. 403: another user is the author, the message was forwarded, or the server wrote it. 412: a newly mentioned user is disabled or not a member.',
  params: MessageParams,
  body: Type.Object({ message: EditedContent }),
  data: Type.Object({ binder_comment_id: Type.Integer(), updated_time: Type.Integer(), seq: Seq }),
});

export const deleteMessage = operation(tag, 'deleteMessage', {
  summary: 'Delete one of the caller’s messages',
  description:
    'Allowed for the author, with write access. Replies to the message remain. 403: another user is the author, or the server wrote the message.',
  params: MessageParams,
});

export const listMessages = operation(tag, 'listMessages', {
  summary: 'List messages, newest first',
  description: 'Allowed for readers of the binder.',
  params: BinderParams,
  querystring: Type.Object({
    before: Type.Optional(Type.Integer({ ...NumericId, description: 'Only messages with a smaller id.' })),
    after: Type.Optional(
      Type.Integer({
        ...NumericId,
        minimum: 0,
        description: 'Only messages with a larger id. The list then begins with the oldest of them.',
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
    'Allowed for readers of the binder. Marks `message_id` and all earlier messages as read, which never moves the mark back. With `unread_from`, marks that message and all later ones as unread instead. `unread_feeds` of the binder counts the later messages by other people.',
  params: BinderParams,
  body: Type.Object({
    message_id: Type.Optional(Type.Integer({ ...NumericId, description: 'Default: the latest message.' })),
    unread_from: Type.Optional(
      Type.Integer({
        ...NumericId,
        description: 'The first message to mark as unread. Not together with `message_id`.',
      }),
    ),
  }),
  data: Type.Object({ message_id: ReadMark.properties.message_id }),
});

export const listReadMarks = operation(tag, 'listReadMarks', {
  summary: 'List how far each member has read',
  description: 'Allowed for readers of the binder.',
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ readmarks: Type.Array(ReadMark), next_cursor: NextCursor }),
});

export const readFeed = operation(tag, 'readFeed', {
  summary: 'Read the binder’s log',
  description:
    'Allowed for readers of the binder. Returns the entries after the sequence `after`, in order and without gaps. To catch up at any time, send the last `seq` that you have seen.',
  params: BinderParams,
  querystring: Type.Object({
    after: Type.Optional(Sequence),
    limit: Limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'If the log is empty, the time in seconds that the call waits for an entry. Default: 0.',
      }),
    ),
  }),
  data: Type.Object({
    entries: Type.Array(LogEntry),
    seq: Type.Integer({ description: 'The latest sequence of the binder.' }),
  }),
});
