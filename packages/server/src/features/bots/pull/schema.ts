import { Sequence } from '@ringbinder/protocol';
import Type from 'typebox';
import { Limit, operation } from '../../../http/index.ts';

/** Many proxies close connections that are idle for longer than a minute. */
const MAX_WAIT_SECONDS = 60;

export const eventPoll = {
  querystring: Type.Object({
    after: Type.Optional(Sequence),
    limit: Limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'How many seconds the call waits for an event if there is none yet. Default: 0.',
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
    'Allowed for bots. Returns the messages that the server also sends to the webhook address, in the order of their sequence numbers, ' +
    'which have no gaps. If you store `next` and send it as `after` in the next call, you get every event once. The server stores events for 30 days. 403: the caller is not a bot. 412: events after `after` have already been deleted.',
  ...eventPoll,
});
