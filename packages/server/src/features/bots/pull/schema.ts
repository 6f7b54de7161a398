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
        description: 'Seconds to wait if there are no events yet.',
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
    next: Type.Integer({ description: 'Pass it as `after` in the next call.' }),
  }),
};

export const pullEvents = operation('Bots', 'pullEvents', {
  summary: 'Poll the events of a bot',
  description:
    'For bots. Returns the messages that are also sent to the webhook address, in the order of their sequence numbers, ' +
    'which have no gaps. A bot that stores `next` gets every event once. Events are stored for 30 days. If events after `after` were deleted, the call returns 412.',
  ...eventPoll,
});
