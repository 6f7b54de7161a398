import { BinderId, Emoji, Milliseconds, NumericId, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const Changed = Type.Object({
  seq: Type.Integer({ description: 'The binder’s latest sequence: from there on it is so.' }),
});

export const addReaction = operation(tag, 'addReaction', {
  summary: 'React to a message with an emoji',
  description:
    'With write access. Reacting twice with the same emoji changes nothing. A message has at most 20 different ones (412).',
  params,
  body: Type.Object({ emoji: Emoji }),
  data: Changed,
});

export const removeReaction = operation(tag, 'removeReaction', {
  summary: 'Take one’s own reaction back',
  params: Type.Object({ ...params.properties, emoji: Emoji }),
  data: Changed,
});

export const listReactions = operation(tag, 'listReactions', {
  summary: 'List who reacted to a message, in the order of time',
  description: 'A message shows the first 100 of each emoji.',
  params,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    reactions: Type.Array(
      Type.Object({ emoji: Type.String(), user: UserReference, created_time: Milliseconds }),
    ),
    next_cursor: NextCursor,
  }),
});
