import { Milliseconds, Notification, NotificationSettings } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Notifications';
const MAX_IDS = 100;

export const listNotifications = operation(tag, 'listNotifications', {
  summary: 'List the caller’s notifications, newest first',
  description:
    'Returns mentions, replies in threads that the caller follows, reminders of messages, approvals, to-dos, meets, missed calls, added documents, comments on pages and invitations from all binders of the caller. For all other unread messages of a binder, there is one notification of the type `messages`. It disappears when the caller has read them. Notifications contain current names and texts. A notification about a deleted item is absent. A new notification appears within seconds.',
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    notifications: Type.Array(Notification),
    unread: Type.Integer({
      description:
        'The number of unread notifications, at most 1,000. It does not include those of the type `messages`.',
    }),
    next_cursor: NextCursor,
  }),
});

export const readNotifications = operation(tag, 'readNotifications', {
  summary: 'Mark notifications as read',
  description:
    'Send either `ids`, or a time as `up_to` to mark all notifications up to this time. The server ignores unknown ids. To mark a notification of the type `messages` as read, the server moves the read mark of the binder. If you move the read mark yourself (`POST /{binder_id}/readmark`), the server marks the notifications of the binder up to the time of the message as read.',
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
  description: 'For settings that the caller has not changed, returns the default of the org.',
  data: NotificationSettings,
});

const { push, mail, quiet_hours, kinds } = NotificationSettings.properties;
const SettingsChange = Type.Partial(Type.Object({ push, mail, quiet_hours, kinds }));
export type SettingsChange = Static<typeof SettingsChange>;

export const updateSettings = operation(tag, 'updateNotificationSettings', {
  summary: 'Change the caller’s notification settings',
  description: 'Omitted settings do not change. To turn quiet hours off, send `quiet_hours: null`.',
  body: SettingsChange,
  data: NotificationSettings,
});
