import pLimit from 'p-limit';
import { withoutSlot } from './call-class.ts';
import { createQueueLimit } from './queue-limit.ts';

/** Runs work in a free slot, in order of arrival. */
export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs up to `concurrency` pieces of work at once and queues up to `maxWaiting` (p-limit with a bounded queue). A
 * queued call does not occupy an admission slot, because this queue has its own bound.
 * @param refuse creates the error for work beyond the bound
 * @param keepsSlot calls continue to occupy their slots. For limits on the main work of a class: the admission queue
 *   then rejects further calls fairly by address.
 * @param maxWaitMs also limits the queue by the expected wait, but never below one
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
