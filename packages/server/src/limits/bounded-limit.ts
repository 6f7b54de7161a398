import pLimit from 'p-limit';
import { withoutSlot } from './call-class.ts';
import { createQueueLimit } from './queue-limit.ts';

export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * p-limit with a bounded queue. Waiting releases the admission slot, unless `keepsSlot`.
 *
 * @param keepsSlot for a class's main work: the admission queue then rejects calls fairly by address
 * @param maxWaitMs queues only work that would start within this time, but always at least one
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
