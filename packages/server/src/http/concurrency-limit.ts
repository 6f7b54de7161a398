import { tooManyRequests } from '../errors.ts';

const RETRY_SECONDS = 1;

/** Does work for a caller, who is named by `key`. Throws 429 when that caller has as much under way as one may. */
export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets each caller have `most` calls of a kind under way, for work that can take seconds of the database: one caller
 * must not take all of its connections from the others.
 * @param what names what is limited, for the message
 */
export function createConcurrencyLimit(what: string, most: number): ConcurrencyLimit {
  const underWay = new Map<string, number>();
  return async (key, work) => {
    const count = underWay.get(key) ?? 0;
    if (count >= most) throw tooManyRequests(`more than ${most} ${what} at once`, RETRY_SECONDS);
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
