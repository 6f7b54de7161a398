import { BinderId, MAX_TIME, Milliseconds, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });

const SavedMessage = Type.Object({
  message_id: Type.Integer(),
  saved_time: Milliseconds,
  remind_time: Type.Optional(Milliseconds),
});

export const saveMessage = operation(tag, 'saveMessage', {
  summary: 'Save a message for later, for the caller only',
  description:
    'For any member. The caller finds the message in `GET /me/activity`, first of all when its reminder is due. Saving a saved message changes its reminder only.',
  params,
  body: Type.Object({
    remind_time: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: MAX_TIME }), Type.Null()], {
        description:
          'When to remind the caller, in milliseconds; not in the past. `null` removes a reminder, and without the field it stays.',
      }),
    ),
  }),
  data: SavedMessage,
});

export const unsaveMessage = operation(tag, 'unsaveMessage', {
  summary: 'Remove a message from the caller’s saved messages',
  description: 'Also removes its reminder. Removing a message that is not saved changes nothing.',
  params,
});

export const listSavedMessages = operation(tag, 'listSavedMessages', {
  summary: 'List the messages of a binder that the caller has saved',
  description: 'The newest message first. `GET /me/activity` with `filter=saved` lists those of all binders.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ saved: Type.Array(SavedMessage), next_cursor: NextCursor }),
});
