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
    'Allowed for all members. `GET /me/activity` lists the message, and lists it first while its reminder is due. If the message is already saved, the call changes only its reminder.',
  params,
  body: Type.Object({
    remind_time: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: MAX_TIME }), Type.Null()], {
        description:
          'The time at which to remind the caller, in milliseconds since 1970-01-01 UTC. It must be in the future. `null` removes the reminder. If absent, the reminder does not change.',
      }),
    ),
  }),
  data: SavedMessage,
});

export const unsaveMessage = operation(tag, 'unsaveMessage', {
  summary: 'Remove a message from the caller’s saved messages',
  description:
    'Also removes the reminder of the message. If the message is not saved, the call changes nothing.',
  params,
});

export const listSavedMessages = operation(tag, 'listSavedMessages', {
  summary: 'List the messages of a binder that the caller has saved',
  description:
    'Sorted by message, newest first. For the saved messages of all binders, use `GET /me/activity` with `filter=saved`.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ saved: Type.Array(SavedMessage), next_cursor: NextCursor }),
});
