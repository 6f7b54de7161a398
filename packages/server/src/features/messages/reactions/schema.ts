import { BinderId, Emoji, Milliseconds, NumericId, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const Changed = Type.Object({
  seq: Type.Integer({ description: 'The call has taken effect at this position in the binder’s log.' }),
});

export const addReaction = operation(tag, 'addReaction', {
  summary: 'React to a message with an emoji',
  description:
    'Needs write access. If the caller has already reacted with this emoji, the call changes nothing. 412: the message already has 20 different emoji.',
  params,
  body: Type.Object({ emoji: Emoji }),
  data: Changed,
});

export const removeReaction = operation(tag, 'removeReaction', {
  summary: 'Remove the caller’s reaction',
  description: 'Needs write access. 404: the caller has not reacted to the message with this emoji.',
  params: Type.Object({ ...params.properties, emoji: Emoji }),
  data: Changed,
});

export const listReactions = operation(tag, 'listReactions', {
  summary: 'List the reactions to a message, in order of time',
  description:
    'Allowed for readers of the binder. Returns all reactions. `reactions` of a message contains only the first 100 users of each emoji.',
  params,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    reactions: Type.Array(
      Type.Object({ emoji: Type.String(), user: UserReference, created_time: Milliseconds }),
    ),
    next_cursor: NextCursor,
  }),
});
