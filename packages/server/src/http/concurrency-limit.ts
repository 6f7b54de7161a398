import { because, tooManyRequests, withDetails } from '../errors.ts';

const RETRY_SECONDS = 1;

export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Prevents one caller from occupying all database connections.
 *
 * @param what names the calls in the error
 */
export function createConcurrencyLimit(what: string, most: number): ConcurrencyLimit {
  const underWay = new Map<string, number>();
  return async (key, work) => {
    const count = underWay.get(key) ?? 0;
    if (count >= most)
      throw tooManyRequests(
        withDetails(because('too_many_calls'), `more than ${most} ${what} at once`),
        RETRY_SECONDS,
      );
    underWay.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left === 0) underWay.delete(key);
      else underWay.set(key, left);
    }
  };
}
