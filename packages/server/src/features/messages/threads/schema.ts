import { BinderId, Message, NumericId, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const Unread = Type.Integer({
  minimum: 0,
  description: 'Replies by other people after the caller’s mark, at most 1,000.',
});
const ReadId = Type.Integer({ minimum: 0, description: 'The caller has read the replies up to this id.' });

export const listReplies = operation(tag, 'listReplies', {
  summary: 'List the replies in a thread, oldest first',
  description:
    'A thread has the replies to a message, and the replies to these. `message_id` is any message of it. `message`, the beginning of the thread, is absent when it was deleted.',
  params,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    thread_id: Type.Integer({ description: 'The id of the message at the beginning.' }),
    message: Type.Optional(Message),
    replies: Type.Array(Message),
    is_following: Type.Boolean(),
    read_message_id: ReadId,
    unread: Unread,
    followers: Type.Array(UserReference, { description: 'By name, the first 100.' }),
    next_cursor: NextCursor,
  }),
});

export const followThread = operation(tag, 'followThread', {
  summary: 'Follow the thread of a message',
  description:
    'Replies appear as `reply` in `GET /me/activity`. The author of the first message, everyone who replies and everyone who is mentioned follow without this call.',
  params,
});

export const unfollowThread = operation(tag, 'unfollowThread', {
  summary: 'Stop following the thread of a message',
  description: 'A later mention does not change this. An own reply does.',
  params,
});

export const markRepliesRead = operation(tag, 'markRepliesRead', {
  summary: 'Mark the replies in a thread as read, up to one or up to the latest',
  description: 'A mark never moves back. Only for a thread that the caller follows or has followed.',
  params,
  body: Type.Object({
    message_id: Type.Optional(Type.Integer({ ...NumericId, description: 'Default: the latest reply.' })),
  }),
  data: Type.Object({ message_id: ReadId }),
});

export const listUnreadThreads = operation(tag, 'listUnreadThreads', {
  summary: 'List the threads with unread replies that the caller follows',
  description: 'The newest thread first.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    threads: Type.Array(
      Type.Object({
        thread_id: Type.Integer({ description: 'The id of the message at the beginning.' }),
        read_message_id: ReadId,
        unread: Unread,
      }),
    ),
    next_cursor: NextCursor,
  }),
});
