import { operation } from '../../http/index.ts';
import { eventPoll } from '../bots/index.ts';

export const listEvents = operation('Events', 'listEvents', {
  summary: 'Poll the log of events of a client',
  description:
    'For a client with `event_log`, which sends its id and secret in a Basic Authorization header. The log contains the events of the orgs that the client serves, in the order of their sequence, which has no gaps. A client that stores `next` gets every event once. Events are stored for 30 days: 412 if some after `after` are gone.',
  auth: 'none',
  ...eventPoll,
});
