import { Milliseconds, Notification, NotificationSettings } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Notifications';
const MAX_IDS = 100;

export const listNotifications = operation(tag, 'listNotifications', {
  summary: 'List the caller’s notifications, newest first',
  description:
    'Mentions, replies in followed threads, approvals, to-dos, meets, missed calls, added documents and invitations, of all binders of the caller. `messages` is one notification for all other unread messages of a binder, and disappears when they are read. Names and texts are those of now; a notification about something that was deleted is absent. A new notification appears within seconds.',
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    notifications: Type.Array(Notification),
    unread: Type.Integer({ description: 'All that are unread, without `messages`; at most 1,000.' }),
    next_cursor: NextCursor,
  }),
});

export const readNotifications = operation(tag, 'readNotifications', {
  summary: 'Mark notifications as read',
  description:
    'Some by their `ids`, or all up to a time. Reading `messages` also moves the read mark of the binder. The read mark of a binder (`POST /{binder_id}/readmark`) marks its notifications until the time of the message. Unknown ids are ignored.',
  body: Type.Object({
    ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^([1-9]\\d{0,14}|B[0-9A-Za-z]{22})$' }), {
        minItems: 1,
        maxItems: MAX_IDS,
      }),
    ),
    up_to: Type.Optional(Type.Integer({ ...Milliseconds, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
});

export const getSettings = operation(tag, 'getNotificationSettings', {
  summary: 'Get the caller’s notification settings',
  description: 'A setting that the caller has not changed is the default of the org.',
  data: NotificationSettings,
});

const { push, mail, quiet_hours, kinds } = NotificationSettings.properties;
const SettingsChange = Type.Partial(Type.Object({ push, mail, quiet_hours, kinds }));
export type SettingsChange = Static<typeof SettingsChange>;

export const updateSettings = operation(tag, 'updateNotificationSettings', {
  summary: 'Change the caller’s notification settings',
  description: 'Omitted settings stay unchanged. `quiet_hours: null` ends quiet hours.',
  body: SettingsChange,
  data: NotificationSettings,
});
