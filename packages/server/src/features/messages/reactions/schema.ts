import { BinderId, Emoji, Milliseconds, NumericId, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const Changed = Type.Object({
  seq: Type.Integer({ description: 'The binder’s sequence from which this is effective.' }),
});

export const addReaction = operation(tag, 'addReaction', {
  summary: 'React to a message with an emoji',
  description:
    'Needs write access. Reacting twice with the same emoji changes nothing. A message has at most 20 different emoji (412).',
  params,
  body: Type.Object({ emoji: Emoji }),
  data: Changed,
});

export const removeReaction = operation(tag, 'removeReaction', {
  summary: 'Remove the caller’s reaction',
  params: Type.Object({ ...params.properties, emoji: Emoji }),
  data: Changed,
});

export const listReactions = operation(tag, 'listReactions', {
  summary: 'List the reactions to a message, in order of time',
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
