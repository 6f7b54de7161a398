import { BotDelivery, ClientId, DeliveryAttempt, DeliveryPeriod, OrgId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, MAX_LIST_LIMIT, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';
const params = Type.Object({ org_id: OrgId, client_id: ClientId });
const SequenceNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const listDeliveries = operation(tag, 'listDeliveries', {
  summary: 'List the events of a bot and what became of them, the latest first',
  params,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    state: Type.Optional(Type.Enum(['pending', 'delivered', 'dead'])),
  }),
  data: Type.Object({ deliveries: Type.Array(BotDelivery), next_cursor: NextCursor }),
});

export const getDelivery = operation(tag, 'getDelivery', {
  summary: 'Get an event of a bot with its message and each try to push it',
  params: Type.Object({ ...params.properties, sequence: SequenceNumber }),
  data: Type.Object({
    ...BotDelivery.properties,
    message: Type.Unknown({ description: 'The message, as docs/api/events.md describes it.' }),
    tries: Type.Array(DeliveryAttempt),
  }),
});

export const replayDeliveries = operation(tag, 'replayDeliveries', {
  summary: 'Push events of a bot again',
  description:
    'Takes one of `from`, `sequences` and `dead`. Events that are still to be pushed are tried at once. Each goes in the order of its binder, with the message and the message_id that it had. 412 while the bot is disabled.',
  params,
  body: Type.Object({
    from: Type.Optional(SequenceNumber),
    sequences: Type.Optional(
      Type.Array(SequenceNumber, { minItems: 1, maxItems: MAX_LIST_LIMIT, uniqueItems: true }),
    ),
    dead: Type.Optional(Type.Literal(true)),
  }),
  data: Type.Object({
    replayed: Type.Integer({ description: 'How many events are pushed again, or at once.' }),
  }),
});

export const testDelivery = operation(tag, 'testDelivery', {
  summary: 'Send a bot a message to try its receiver',
  description:
    'Posts a signed bot_enabled with the header `ringbinder-test: true` and without a sequence, and answers what came of it. It is no event: it is not in the log of the bot and never tried again. 412 for a bot that is disabled or has no address.',
  params,
  data: DeliveryAttempt,
});

export const getDeliveryHealth = operation(tag, 'getDeliveryHealth', {
  summary: 'Get how the pushing of events to a bot went, by hour or day',
  description:
    'By hour for up to 2 days, else by day of UTC; the last one is the present, and none is left out. Tries are kept as long as their events.',
  params,
  querystring: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: '7 by default.' })),
  }),
  data: Type.Object({
    periods: Type.Array(DeliveryPeriod),
    pending: Type.Integer({ description: 'Events that are still to be pushed.' }),
    oldest_pending_time: Type.Union([Type.Integer(), Type.Null()]),
    dead: Type.Integer({ description: 'Events that were given up.' }),
    gone: Type.Boolean({ description: 'Its receiver answered 410: nothing is pushed.' }),
    enabled: Type.Boolean(),
    pushed: Type.Boolean({
      description: 'Whether the bot app has an address that events are pushed to; else the bot pulls them.',
    }),
  }),
});
