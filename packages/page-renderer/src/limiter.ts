import pLimit from 'p-limit';

/** The limit of a queue. The engine checks it before it accepts a job, and reports each job's duration. */
export interface JobQueue {
  /** Number of jobs that may currently wait, besides running ones. */
  readonly current: number;
  record(ms: number): void;
}

export const fixedQueue = (length: number): JobQueue => ({ current: length, record: () => undefined });

/** Wraps waiting for a job, so that the caller can observe it. */
export type WhileWaiting = <T>(waiting: Promise<T>) => Promise<T>;

/** Runs work in a free slot, in order of arrival. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs up to `concurrency` pieces of work at once and queues up to `maxWaiting`.
 * @param refuse creates the error for work beyond the limit
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
