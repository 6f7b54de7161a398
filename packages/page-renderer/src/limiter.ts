import pLimit from 'p-limit';

export interface JobQueue {
  readonly current: number;
  record(ms: number): void;
}

export const fixedQueue = (length: number): JobQueue => ({ current: length, record: () => undefined });

export type WhileWaiting = <T>(waiting: Promise<T>) => Promise<T>;

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

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
