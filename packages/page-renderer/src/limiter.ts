import pLimit from 'p-limit';

/** The limit of a queue. The engine checks it before accepting a job, and reports each job's duration. */
export interface JobQueue {
  /** Number of jobs that may wait now, besides the running ones. */
  readonly current: number;
  record(ms: number): void;
}

export const fixedQueue = (length: number): JobQueue => ({ current: length, record: () => undefined });

/** Wraps the promise of a job, so that the caller can observe waiting. */
export type WhileWaiting = <T>(waiting: Promise<T>) => Promise<T>;

/** Runs work when a slot is free, in order of arrival. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs up to `concurrency` tasks at once and queues up to `maxWaiting`.
 * @param refuse creates the error for a task beyond the limit
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
