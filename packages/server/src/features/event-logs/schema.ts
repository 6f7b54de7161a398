import { Sequence } from '@ringbinder/protocol';
import Type from 'typebox';
import { Limit, operation } from '../../http/index.ts';

/** Proxies often close a connection that is idle for longer. */
const MAX_WAIT_SECONDS = 60;

export const listEvents = operation('Events', 'listEvents', {
  summary: 'Poll the log of events of a client',
  description:
    'For a client with `event_log`, which sends its id and secret in a Basic Authorization header. The log contains the events of the orgs that the client serves, in the order of their sequence, which has no gaps. A client that stores `next` gets every event once. Events are stored for 30 days: 412 if some after `after` are gone.',
  auth: 'none',
  querystring: Type.Object({
    after: Type.Optional(Sequence),
    limit: Limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'Seconds to wait if there is nothing yet.',
      }),
    ),
  }),
  data: Type.Object({
    events: Type.Array(
      Type.Object({
        sequence: Sequence,
        message: Type.Unknown({ description: 'The event, as docs/api/events.md describes it.' }),
      }),
    ),
    next: Type.Integer({ description: 'Pass it as `after` for the next ones.' }),
  }),
});
