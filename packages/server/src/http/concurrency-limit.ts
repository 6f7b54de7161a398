import { because, tooManyRequests, withDetails } from '../errors.ts';

const RETRY_SECONDS = 1;

export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A single caller could occupy all database connections. */
export function createConcurrencyLimit(what: string, max: number): ConcurrencyLimit {
  const running = new Map<string, number>();
  return async (key, work) => {
    const count = running.get(key) ?? 0;
    if (count >= max)
      throw tooManyRequests(
        withDetails(because('too_many_calls'), `more than ${max} ${what} at once`),
        RETRY_SECONDS,
      );
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const remaining = (running.get(key) ?? 1) - 1;
      if (remaining === 0) running.delete(key);
      else running.set(key, remaining);
    }
  };
}
