import pLimit from 'p-limit';

/** Runs work when it has a free slot, first come, first served. */
export type BoundedLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs `concurrency` pieces of work at a time and lets `maxWaiting` more wait (p-limit, with a bound on its queue).
 * @param refuse makes the error that work beyond them is rejected with
 */
export function createBoundedLimit(
  concurrency: number,
  maxWaiting: number,
  refuse: () => Error,
): BoundedLimit {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) throw refuse();
    return limit(work);
  };
}
