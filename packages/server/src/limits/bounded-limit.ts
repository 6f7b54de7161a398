import pLimit from 'p-limit';
import { withoutSlot } from './call-class.ts';
import { createQueueLimit } from './queue-limit.ts';

/** Runs work when it has a free slot, first come, first served. */
export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs `concurrency` pieces of work at a time and lets `maxWaiting` more wait (p-limit, with a bound on its queue).
 * A call does not count among those under way meanwhile: what is limited here has a queue with a bound of its own.
 * @param refuse makes the error that work beyond them is rejected with
 * @param keepsSlot calls count all the same: where what is limited is what their class does, those that come next are refused
 * in turn by address, before they wait here for long
 * @param maxWaitMs fewer wait where they would wait for longer, by what work took lately; one at the least
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
