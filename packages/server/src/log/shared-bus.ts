import { randomUUID } from 'node:crypto';
import type { SharedRedis } from '../storage/redis.ts';
import type { LogBus } from './bus.ts';

const CHANNEL = 'wake';

export function shareBus(own: LogBus, redis: SharedRedis): LogBus {
  const sender = randomUUID();
  void redis
    .subscribe(CHANNEL, (text) => {
      // The text is the sender, a space and the topic, which may contain spaces.
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
