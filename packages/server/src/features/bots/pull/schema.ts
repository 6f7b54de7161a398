import { Sequence } from '@ringbinder/protocol';
import Type from 'typebox';
import { Limit, operation } from '../../../http/index.ts';

/** Proxies often close connections that are idle for longer. */
const MAX_WAIT_SECONDS = 60;

export const eventPoll = {
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
};

export const pullEvents = operation('Bots', 'pullEvents', {
  summary: 'Poll the events of a bot',
  description:
    'For bots. The same messages that are sent to the webhook address, in the order of their sequence, which has no ' +
    'gaps. A bot that remembers `next` gets every event once. Events are kept for 30 days: 412 when some after `after` are gone.',
  ...eventPoll,
});
