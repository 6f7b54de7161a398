import pLimit from 'p-limit';

/** How many jobs may wait. The engine asks before it takes one, and reports how long each took. */
export interface JobQueue {
  /** Jobs that may wait now, beside those under way. */
  readonly current: number;
  /** Receives the milliseconds that a job took. */
  record(ms: number): void;
}

export const fixedQueue = (length: number): JobQueue => ({ current: length, record: () => undefined });

/** Waits for a job; the caller may note that it waits. */
export type WhileWaiting = <T>(waiting: Promise<T>) => Promise<T>;

/** Runs work when it has a free slot, first come, first served. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs `concurrency` pieces of work at a time and lets `maxWaiting` more wait.
 * @param refuse makes the error that work beyond them is rejected with
 */
export function createLimiter(
  concurrency: number,
  maxWaiting: number,
  refuse: () => Error,
  whileWaiting: WhileWaiting,
): Limiter {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) throw refuse();
    return whileWaiting(limit(work));
  };
}
