import { BinderId, Message, NumericId, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const Unread = Type.Integer({
  minimum: 0,
  description:
    'The number of replies by other people after `read_message_id`, at most 1,000. 0 if the caller does not follow the thread.',
});
const ReadId = Type.Integer({ minimum: 0, description: 'The caller has read the replies up to this id.' });

export const listReplies = operation(tag, 'listReplies', {
  summary: 'List the replies in a thread, oldest first',
  description:
    'Allowed for readers of the binder. A thread consists of a first message, the replies to it, and the replies to these replies. `message_id` can be any message of the thread. In the response, `message` is the first message. It is absent if it has been deleted.',
  params,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    thread_id: Type.Integer({ description: 'The id of the first message of the thread.' }),
    message: Type.Optional(Message),
    replies: Type.Array(Message),
    is_following: Type.Boolean(),
    read_message_id: ReadId,
    unread: Unread,
    followers: Type.Array(UserReference, { description: 'The first 100 followers, sorted by name.' }),
    next_cursor: NextCursor,
  }),
});

export const followThread = operation(tag, 'followThread', {
  summary: 'Follow the thread of a message',
  description:
    'Allowed for readers of the binder. For followers of a thread, `GET /me/activity` lists new replies with the type `reply`. The author of the first message, people who reply and people who are mentioned in the thread follow it automatically.',
  params,
});

export const unfollowThread = operation(tag, 'unfollowThread', {
  summary: 'Stop following the thread of a message',
  description:
    'If somebody mentions the caller in the thread later, the caller still does not follow it. If the caller replies, they follow it again.',
  params,
});

export const markRepliesRead = operation(tag, 'markRepliesRead', {
  summary: 'Mark the replies in a thread as read, up to one or up to the latest',
  description:
    'A mark never moves back. If the caller has never followed the thread, the call changes nothing. 404: `message_id` in the body is not a reply of the thread.',
  params,
  body: Type.Object({
    message_id: Type.Optional(Type.Integer({ ...NumericId, description: 'Default: the latest reply.' })),
  }),
  data: Type.Object({ message_id: ReadId }),
});

export const listUnreadThreads = operation(tag, 'listUnreadThreads', {
  summary: 'List the threads with unread replies that the caller follows',
  description: 'Allowed for readers of the binder. Sorted by the first message of the thread, newest first.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    threads: Type.Array(
      Type.Object({
        thread_id: Type.Integer({ description: 'The id of the first message of the thread.' }),
        read_message_id: ReadId,
        unread: Unread,
      }),
    ),
    next_cursor: NextCursor,
  }),
});
