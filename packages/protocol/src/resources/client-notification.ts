import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { DeliveryAttempt } from './bot-delivery.ts';
import { notificationTypes } from './notification.ts';

export const NotificationCall = Type.Object(
  {
    message_id: Type.String({
      description: 'The same as the header `webhook-id`. If the server repeats the call, the id is the same.',
    }),
    message_type: Type.Literal('notification'),
    client_id: Type.String(),
    org_id: Type.String({ description: 'The org of the person.' }),
    user_id: Type.String({ description: 'The person to notify.' }),
    unique_id: Type.Union([Type.String(), Type.Null()]),
    binder_id: Type.Optional(
      Type.String({
        description: 'The binder of the notification. Absent if the org sends notifications without content.',
      }),
    ),
    kind: Type.Optional(
      Type.Enum([...notificationTypes], {
        description:
          'The kind of the most important notification in the call. Absent if the org sends notifications without content.',
      }),
    ),
    title: Type.String(),
    body: Type.String(),
    url: Type.String({ description: 'A page of the app that shows what the notification is about.' }),
    tag: Type.String({
      description: 'A new notification should replace the displayed one with the same tag.',
    }),
  },
  { title: 'NotificationCall' },
);
export type NotificationCall = Static<typeof NotificationCall>;

export const ClientNotification = Type.Object(
  {
    message_id: Type.String(),
    user_id: Type.String(),
    binder_id: Type.String(),
    kind: Type.Enum([...notificationTypes]),
    created_time: Milliseconds,
    state: Type.Enum(['pending', 'delivered', 'dead', 'dropped'], {
      description:
        '`dead`: the server no longer tries to deliver it. `dropped`: it is not needed any more, because the user has read it before a retry, or a later call contains it.',
    }),
    attempts: Type.Integer({ description: 'The number of attempts.' }),
    last_attempt: Type.Union([DeliveryAttempt, Type.Null()]),
  },
  { title: 'ClientNotification' },
);
export type ClientNotification = Static<typeof ClientNotification>;
