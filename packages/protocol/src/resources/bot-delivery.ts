import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

const Status = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The HTTP status of the receiver’s response. Null without a response.',
});
const Reason = Type.Union([Type.String(), Type.Null()], {
  description: 'Why the receiver did not respond. Null if it did.',
});

export const DeliveryAttempt = Type.Object(
  {
    time: Milliseconds,
    duration: Type.Integer({ description: 'The duration of the attempt in milliseconds.' }),
    status: Status,
    reason: Reason,
    answer: Type.String({ description: 'The beginning of the receiver’s response.' }),
  },
  { title: 'DeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const BotDelivery = Type.Object(
  {
    sequence: Type.Integer(),
    message_id: Type.String(),
    message_type: Type.String(),
    binder_id: Type.String({ description: 'The binder of the event. Empty for an event of the org.' }),
    created_time: Milliseconds,
    state: Type.Enum(['pending', 'delivered', 'dead'], {
      description: '`dead`: the server no longer tries to deliver the event, but you can replay it.',
    }),
    attempts: Type.Integer({ description: 'The number of attempts.' }),
    last_attempt: Type.Union([DeliveryAttempt, Type.Null()]),
  },
  { title: 'BotDelivery' },
);
export type BotDelivery = Static<typeof BotDelivery>;

export const DeliveryPeriod = Type.Object(
  {
    time: Type.Integer({ description: 'The beginning of the period, in milliseconds since 1970-01-01 UTC.' }),
    delivered: Type.Integer(),
    failed: Type.Integer(),
    p50: Type.Union([Type.Number(), Type.Null()], {
      description: 'The median duration of the attempts, in milliseconds. Null if there were none.',
    }),
    p95: Type.Union([Type.Number(), Type.Null()]),
  },
  { title: 'DeliveryPeriod' },
);
export type DeliveryPeriod = Static<typeof DeliveryPeriod>;
