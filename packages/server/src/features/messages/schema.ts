import { BinderId, LogEntry, Message, NumericId, Sequence, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const BinderParams = Type.Object({ binder_id: BinderId });
const LONGEST_WAIT_SECONDS = 30;

export const postMessage = operation({
  id: 'postMessage',
  summary: 'Post a message',
  tag: 'Messages',
  params: BinderParams,
  body: Type.Object({
    message: Type.Object({ text: Text({ minLength: 1, maxLength: 65_536, description: 'Plain text.' }) }),
  }),
  data: Type.Object({
    binder_comment_id: Type.Integer(),
    created_time: Type.Integer(),
    seq: Type.Integer({ description: 'The message’s place in the binder’s log.' }),
  }),
});

export const listMessages = operation({
  id: 'listMessages',
  summary: 'List messages, newest first',
  tag: 'Messages',
  params: BinderParams,
  querystring: Type.Object({
    before: Type.Optional(Type.Integer({ ...NumericId, description: 'Only messages with a smaller id.' })),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({ messages: Type.Array(Message), next_cursor: NextCursor }),
});

export const readFeed = operation({
  id: 'readFeed',
  summary: 'Read the binder’s log',
  description:
    'Entries after a sequence, in order and without a gap: whoever knows the last `seq` can always catch up.',
  tag: 'Messages',
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
