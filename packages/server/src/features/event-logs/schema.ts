import { ClientId, DeliveryAttempt, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { deliveryParts, eventPoll } from '../bots/index.ts';

export const listEvents = operation('Events', 'listEvents', {
  summary: 'Poll the log of events of a client',
  description:
    'Allowed for a client with `event_log`. Send the id and secret of the client in a Basic Authorization header. The log contains the events of the orgs that the client serves, in the order of their sequence numbers, which have no gaps. If you store `next` and send it as `after` in the next call, you get every event once. The server stores events for 30 days. 412: the client has no log, or events after `after` have already been deleted.',
  auth: 'none',
  ...eventPoll,
});

const tag = 'Administration';
const params = Type.Object({ partner_id: PartnerId, client_id: ClientId });

export const listDeliveries = operation(tag, 'listClientDeliveries', {
  summary: 'List the events of a client and their deliveries, the latest first',
  description:
    'Allowed for admins of the partner. If the client polls, its events have no deliveries. 412: the client has no log.',
  params,
  ...deliveryParts.list,
});

export const getDelivery = operation(tag, 'getClientDelivery', {
  summary: 'Get an event of a client with its message and each delivery attempt',
  description: 'Allowed for admins of the partner. 412: the client has no log.',
  params: Type.Object({ ...params.properties, ...deliveryParts.sequence }),
  ...deliveryParts.get,
});

export const getDeliveryHealth = operation(tag, 'getClientDeliveryHealth', {
  summary: 'Get the delivery statistics of a client, by hour or day',
  description:
    'Allowed for admins of the partner. If `days` is 1 or 2, each period is an hour, otherwise a day in UTC. The list also contains the current period and periods without attempts. The server stores attempts as long as their events.',
  params,
  ...deliveryParts.health,
});

export const replayDeliveries = operation(tag, 'replayClientDeliveries', {
  summary: 'Replay events of a client',
  description:
    'Allowed for admins of the partner. Send one of `from`, `sequences` and `dead`. The server sends these events again, and pending events immediately. Events keep their message, their `message_id` and their order within the binder. 412: the client is disabled or has no log.',
  params,
  ...deliveryParts.replay,
});

export const testDelivery = operation(tag, 'testClientDelivery', {
  summary: 'Send a test message to the events_url of a client',
  description:
    'Allowed for admins of the partner. Sends a signed `user_updated` about the caller, with the header `ringbinder-test: true` and without a sequence number, and returns the result. The message is not an event: it is not in the log, and the server never sends it again. 412: the client is disabled or has no address.',
  params,
  data: DeliveryAttempt,
});
