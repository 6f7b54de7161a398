import {
  BinderId,
  LogEntry,
  Message,
  NumericId,
  ReadMark,
  ReplyTo,
  Sequence,
  Text,
  UserId,
} from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Messages';
const BinderParams = Type.Object({ binder_id: BinderId });
const MessageParams = Type.Object({ binder_id: BinderId, message_id: NumericId });
const LONGEST_WAIT_SECONDS = 30;
const MOST_MENTIONS = 50;

const MessageText = Text({ minLength: 1, maxLength: 65_536, description: 'Plain text.' });
const PlainContent = Type.Object({ text: MessageText });
const Content = Type.Object({
  text: MessageText,
  mentions: Type.Optional(
    Type.Array(UserId, {
      maxItems: MOST_MENTIONS,
      uniqueItems: true,
      description: 'Ids of members of the binder whom the message names.',
    }),
  ),
});

const Seq = Type.Integer({ description: 'The change’s place in the binder’s log.' });
const Posted = Type.Object({
  binder_comment_id: Type.Integer(),
  created_time: Type.Integer(),
  seq: Seq,
});

export const postMessage = operation({
  id: 'postMessage',
  summary: 'Post a message, or comment on a thing of the binder',
  tag,
  params: BinderParams,
  body: Type.Object({ message: Content, reply_to: Type.Optional(ReplyTo) }),
  data: Posted,
});

export const postComment = operation({
  id: 'postComment',
  summary: 'Older name of posting a message',
  tag,
  params: BinderParams,
  body: PlainContent,
  data: Posted,
});

export const postDirectMessage = operation({
  id: 'postDirectMessage',
  summary: 'Post a message to one user',
  description:
    'Into the binder that the caller and this user of the same partner have to themselves. It is made when there is none.',
  tag,
  body: Type.Object({ user: Type.Object({ user_id: UserId }), message: PlainContent }),
  data: Type.Object({ binder_id: BinderId, ...Posted.properties }),
});

export const getMessage = operation({
  id: 'getMessage',
  summary: 'Get one message',
  tag,
  params: MessageParams,
  data: Message,
});

export const editMessage = operation({
  id: 'editMessage',
  summary: 'Edit a message of one’s own',
  description: 'Without `mentions` the message goes on naming whom it named.',
  tag,
  params: MessageParams,
  body: Type.Object({ message: Content }),
  data: Type.Object({ binder_comment_id: Type.Integer(), updated_time: Type.Integer(), seq: Seq }),
});

export const deleteMessage = operation({
  id: 'deleteMessage',
  summary: 'Delete a message of one’s own',
  tag,
  params: MessageParams,
});

export const listMessages = operation({
  id: 'listMessages',
  summary: 'List messages, newest first',
  tag,
  params: BinderParams,
  querystring: Type.Object({
    before: Type.Optional(Type.Integer({ ...NumericId, description: 'Only messages with a smaller id.' })),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({ messages: Type.Array(Message), next_cursor: NextCursor }),
});

export const markRead = operation({
  id: 'markRead',
  summary: 'Mark messages as read, up to one or up to the latest',
  description: 'A mark never goes back. Messages of others behind it are the binder’s `unread_feeds`.',
  tag,
  params: BinderParams,
  body: Type.Object({
    message_id: Type.Optional(
      Type.Integer({ ...NumericId, description: 'The latest message when it is left out.' }),
    ),
  }),
  data: Type.Object({ message_id: ReadMark.properties.message_id }),
});

export const listReadMarks = operation({
  id: 'listReadMarks',
  summary: 'List how far each member has read',
  tag,
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ readmarks: Type.Array(ReadMark), next_cursor: NextCursor }),
});

export const readFeed = operation({
  id: 'readFeed',
  summary: 'Read the binder’s log',
  description:
    'Entries after a sequence, in order and without a gap: whoever knows the last `seq` can always catch up.',
  tag,
  params: BinderParams,
  querystring: Type.Object({
    after: Type.Optional(Sequence),
    limit: Limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        description: 'Seconds to wait when there is nothing yet.',
      }),
    ),
  }),
  data: Type.Object({
    entries: Type.Array(LogEntry),
    seq: Type.Integer({ description: 'The latest sequence of the binder.' }),
  }),
});
