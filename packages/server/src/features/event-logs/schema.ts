import { ClientId, DeliveryAttempt, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { deliveryParts, eventPoll } from '../bots/index.ts';

export const listEvents = operation('Events', 'listEvents', {
  summary: 'Poll the log of events of a client',
  description:
    'For a client with `event_log`. The client sends its id and secret in a Basic Authorization header. The log contains the events of the orgs that the client serves, in the order of their sequence numbers, which have no gaps. A client that stores `next` gets every event once. Events are stored for 30 days. If events after `after` were deleted, the call returns 412.',
  auth: 'none',
  ...eventPoll,
});

const tag = 'Administration';
const params = Type.Object({ partner_id: PartnerId, client_id: ClientId });

export const listDeliveries = operation(tag, 'listClientDeliveries', {
  summary: 'List the events of a client and their deliveries, the latest first',
  description:
    'If the client polls, its events have no deliveries. If the client has no log, the call returns 412.',
  params,
  ...deliveryParts.list,
});

export const getDelivery = operation(tag, 'getClientDelivery', {
  summary: 'Get an event of a client with its message and each delivery attempt',
  params: Type.Object({ ...params.properties, ...deliveryParts.sequence }),
  ...deliveryParts.get,
});

export const getDeliveryHealth = operation(tag, 'getClientDeliveryHealth', {
  summary: 'Get the delivery statistics of a client, by hour or day',
  description:
    'If `days` is 1 or 2, each period is an hour, otherwise a day in UTC. The list also contains the current period and periods without attempts. Attempts are stored as long as their events.',
  params,
  ...deliveryParts.health,
});

export const replayDeliveries = operation(tag, 'replayClientDeliveries', {
  summary: 'Replay events of a client',
  description:
    'Send one of `from`, `sequences` and `dead`. Pending events are sent immediately. Events keep their message, their message_id and their order within the binder. If the client is disabled or has no log, the call returns 412.',
  params,
  ...deliveryParts.replay,
});

export const testDelivery = operation(tag, 'testClientDelivery', {
  summary: 'Send a test message to the events_url of a client',
  description:
    'Sends a signed `user_updated` about the caller, with the header `ringbinder-test: true` and without a sequence number, and returns the result. The message is not an event: it is not in the log, and is never retried. If the client is disabled or has no address, the call returns 412.',
  params,
  data: DeliveryAttempt,
});
