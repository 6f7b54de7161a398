import { BotDelivery, ClientId, DeliveryAttempt, DeliveryPeriod, OrgId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, MAX_LIST_LIMIT, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';
const params = Type.Object({ org_id: OrgId, client_id: ClientId });
const SequenceNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const deliveryParts = {
  list: {
    querystring: Type.Object({
      limit: Limit,
      cursor: Cursor,
      state: Type.Optional(Type.Enum(['pending', 'delivered', 'dead'])),
    }),
    data: Type.Object({ deliveries: Type.Array(BotDelivery), next_cursor: NextCursor }),
  },
  sequence: { sequence: SequenceNumber },
  get: {
    data: Type.Object({
      ...BotDelivery.properties,
      message: Type.Unknown({ description: 'The message, as docs/api/events.md describes it.' }),
      tries: Type.Array(DeliveryAttempt),
    }),
  },
  replay: {
    body: Type.Object({
      from: Type.Optional(SequenceNumber),
      sequences: Type.Optional(
        Type.Array(SequenceNumber, { minItems: 1, maxItems: MAX_LIST_LIMIT, uniqueItems: true }),
      ),
      dead: Type.Optional(Type.Literal(true)),
    }),
    data: Type.Object({
      replayed: Type.Integer({ description: 'The number of events that are sent again or immediately.' }),
    }),
  },
  health: {
    querystring: Type.Object({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 30,
          description: 'The number of days, including today. Default: 7.',
        }),
      ),
    }),
    data: Type.Object({
      periods: Type.Array(DeliveryPeriod),
      pending: Type.Integer({ description: 'The number of pending events.' }),
      oldest_pending_time: Type.Union([Type.Integer(), Type.Null()]),
      dead: Type.Integer({ description: 'The number of events that the server no longer tries to deliver.' }),
      gone: Type.Boolean({
        description: 'Whether deliveries have stopped because the receiver responded with 410.',
      }),
      enabled: Type.Boolean(),
      pushed: Type.Boolean({
        description:
          'True if the receiver has an address, to which the server sends events. False if it polls them.',
      }),
    }),
  },
};

export const listDeliveries = operation(tag, 'listDeliveries', {
  summary: 'List the events of a bot and their deliveries, the latest first',
  params,
  ...deliveryParts.list,
});

export const getDelivery = operation(tag, 'getDelivery', {
  summary: 'Get an event of a bot with its message and each delivery attempt',
  params: Type.Object({ ...params.properties, ...deliveryParts.sequence }),
  ...deliveryParts.get,
});

export const replayDeliveries = operation(tag, 'replayDeliveries', {
  summary: 'Replay events of a bot',
  description:
    'Send one of `from`, `sequences` and `dead`. Pending events are sent immediately. Events keep their message, their message_id and their order within the binder. If the bot is disabled, the call returns 412.',
  params,
  ...deliveryParts.replay,
});

export const testDelivery = operation(tag, 'testDelivery', {
  summary: 'Send a test message to a bot',
  description:
    'Sends a signed `bot_enabled` with the header `ringbinder-test: true` and without a sequence number, and returns the result. The message is not an event: it is not in the log of the bot, and is never retried. If the bot is disabled or has no address, the call returns 412.',
  params,
  data: DeliveryAttempt,
});

export const getDeliveryHealth = operation(tag, 'getDeliveryHealth', {
  summary: 'Get the delivery statistics of a bot, by hour or day',
  description:
    'If `days` is 1 or 2, each period is an hour, otherwise a day in UTC. The list also contains the current period and periods without attempts. Attempts are stored as long as their events.',
  params,
  ...deliveryParts.health,
});
