import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '../storage/redis.ts';
import type { LogBus } from './bus.ts';

const CHANNEL = 'wake';

/**
 * A bus that also wakes the readers in other processes, over Redis. Wake-ups may be lost, and are while Redis is away: a
 * reader looks by itself once a second.
 */
export function shareBus(own: LogBus, redis: SharedRedis): LogBus {
  // What this process publishes comes back to it, and has been delivered already.
  const sender = randomUUID();
  void redis
    .subscribe(CHANNEL, (text) => {
      // A topic may have spaces itself.
      const end = text.indexOf(' ');
      if (text.slice(0, end) !== sender) own.wake(text.slice(end + 1));
    })
    .catch(() => undefined);
  return {
    ...own,
    wake(id) {
      own.wake(id);
      redis.client.publish(`${redis.prefix}${CHANNEL}`, `${sender} ${id}`).catch(() => undefined);
    },
  };
}
