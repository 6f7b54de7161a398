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
      replayed: Type.Integer({
        description: 'The number of events that the server sends again or immediately.',
      }),
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
        description: 'True if the server has stopped deliveries because the receiver responded with 410.',
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
  description: 'Allowed for admins of the org and its partner.',
  params,
  ...deliveryParts.list,
});

export const getDelivery = operation(tag, 'getDelivery', {
  summary: 'Get an event of a bot with its message and each delivery attempt',
  description: 'Allowed for admins of the org and its partner.',
  params: Type.Object({ ...params.properties, ...deliveryParts.sequence }),
  ...deliveryParts.get,
});

export const replayDeliveries = operation(tag, 'replayDeliveries', {
  summary: 'Replay events of a bot',
  description:
    'Allowed for admins of the org and its partner. Send one of `from`, `sequences` and `dead`. The server sends these events again, and pending events immediately. Events keep their message, their `message_id` and their order within the binder. 412: the bot is disabled.',
  params,
  ...deliveryParts.replay,
});

export const testDelivery = operation(tag, 'testDelivery', {
  summary: 'Send a test message to a bot',
  description:
    'Allowed for admins of the org and its partner. Sends a signed `bot_enabled` to the bot, with the header `ringbinder-test: true` and without a sequence number, and returns the result. The message is not an event: it is not in the log of the bot, and the server never sends it again. 412: the bot is disabled or has no address.',
  params,
  data: DeliveryAttempt,
});

export const getDeliveryHealth = operation(tag, 'getDeliveryHealth', {
  summary: 'Get the delivery statistics of a bot, by hour or day',
  description:
    'Allowed for admins of the org and its partner. If `days` is 1 or 2, each period is an hour, otherwise a day in UTC. The list also contains the current period and periods without attempts. The server stores attempts as long as their events.',
  params,
  ...deliveryParts.health,
});
