import pLimit from 'p-limit';
import { withoutSlot } from './call-class.ts';
import { createQueueLimit } from './queue-limit.ts';

export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * p-limit with a bounded queue. While work waits, its call gives up the admission slot, unless `keepsSlot` is
 * true.
 *
 * @param keepsSlot true for the main work of a call class, so that admission is fair
 * @param maxWaitMs work with a longer wait is rejected, unless the queue is empty
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
