import { ClientId, DeliveryAttempt, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { deliveryParts, eventPoll } from '../bots/index.ts';

export const listEvents = operation('Events', 'listEvents', {
  summary: 'Poll the log of events of a client',
  description:
    'For a client with `event_log`, which sends its id and secret in a Basic Authorization header. The log contains the events of the orgs that the client serves, in the order of their sequence, which has no gaps. A client that stores `next` gets every event once. Events are stored for 30 days: 412 if some after `after` are gone.',
  auth: 'none',
  ...eventPoll,
});

const tag = 'Administration';
const params = Type.Object({ partner_id: PartnerId, client_id: ClientId });

export const listDeliveries = operation(tag, 'listClientDeliveries', {
  summary: 'List the events of a client and their deliveries, the latest first',
  description: 'Also of a client that polls, whose events have no deliveries. 412 without a log.',
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
    'By hour for up to 2 days, otherwise by day in UTC, without gaps, up to the present. Attempts are stored as long as their events.',
  params,
  ...deliveryParts.health,
});

export const replayDeliveries = operation(tag, 'replayClientDeliveries', {
  summary: 'Replay events of a client',
  description:
    'Takes one of `from`, `sequences` and `dead`. Pending events are sent immediately. Events keep the order of their binder, their message and their message_id. 412 while the client is disabled, and without a log.',
  params,
  ...deliveryParts.replay,
});

export const testDelivery = operation(tag, 'testClientDelivery', {
  summary: 'Send a test message to the events_url of a client',
  description:
    'Posts a signed user_updated about the caller, with the header `ringbinder-test: true` and without a sequence, and returns the result. It is not an event: it is not in the log, and is never retried. 412 if the client is disabled or has no address.',
  params,
  data: DeliveryAttempt,
});
