import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { DeliveryAttempt } from './bot-delivery.ts';
import { notificationTypes } from './notification.ts';

export const NotificationCall = Type.Object(
  {
    message_id: Type.String({ description: 'Also the `webhook-id`. A repeated call has the same one.' }),
    message_type: Type.Literal('notification'),
    client_id: Type.String(),
    org_id: Type.String({ description: 'The org of the person.' }),
    user_id: Type.String({ description: 'The person to notify.' }),
    unique_id: Type.Union([Type.String(), Type.Null()]),
    binder_id: Type.Optional(Type.String({ description: 'Absent in a content-free org.' })),
    kind: Type.Optional(
      Type.Enum([...notificationTypes], {
        description: 'Of the most important one that it contains. Absent in a content-free org.',
      }),
    ),
    title: Type.String(),
    body: Type.String(),
    url: Type.String({ description: 'A page of the app. It shows what the notification is about.' }),
    tag: Type.String({
      description: 'A later notification replaces a shown one with the same tag.',
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
      description: 'dead: given up. dropped: it was read before a retry, or a later one contains it.',
    }),
    attempts: Type.Integer({ description: 'The number of attempts.' }),
    last_attempt: Type.Union([DeliveryAttempt, Type.Null()]),
  },
  { title: 'ClientNotification' },
);
export type ClientNotification = Static<typeof ClientNotification>;
