import pLimit from 'p-limit';
import { withoutSlot } from './call-class.ts';
import { createQueueLimit } from './queue-limit.ts';

export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Until its work ends, a call gives up its slot in the admission queue, unless `keepsSlot` is true.
 * `maxWaitMs` limits the expected wait, unless the queue is empty.
 */
export function createBoundedLimit(
  concurrency: number,
  maxWaiting: number,
  refuse: () => Error,
  { keepsSlot = false, maxWaitMs }: { keepsSlot?: boolean; maxWaitMs?: number } = {},
): BoundedLimit {
  const limit = pLimit(concurrency);
  const queueLimit = createQueueLimit(concurrency, maxWaiting, maxWaitMs);
  const measured = async <T>(work: () => Promise<T>) => {
    const since = performance.now();
    try {
      return await work();
    } finally {
      queueLimit.record(performance.now() - since);
    }
  };
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queueLimit.current) throw refuse();
    const result = limit(() => measured(work));
    return keepsSlot ? result : withoutSlot(result);
  };
}
