import { FairQueue } from '@ringbinder/fair-queue';
import type { CallClass } from '../limits/call-class.ts';
import { DatabaseBusy } from './unavailable.ts';

export interface PermitOptions {
  max: number;
  maxWaiting: number;
  waitMs: number;
}

export interface ConnectionPermits {
  readonly waiting: number;
  /**
   * Throws DatabaseBusy if `maxWaiting` callers wait, or after `waitMs`. `watch` is called when the wait
   * begins, and its result when the wait ends.
   */
  take(callClass: CallClass, watch: (fail: (error: Error) => void) => () => void): Promise<void>;
  giveBack(): void;
}

export function createConnectionPermits({ max, maxWaiting, waitMs }: PermitOptions): ConnectionPermits {
  const waiting = new FairQueue<() => void>();
  let free = max;
  return {
    get waiting() {
      return waiting.length;
    },
    async take(callClass, watch) {
      if (free > 0) {
        free--;
        return;
      }
      if (waiting.length >= maxWaiting)
        throw new DatabaseBusy(`${waiting.length} calls wait for a connection`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = (error: Error) => {
        waiting.remove(callClass, resolve);
        reject(error);
      };
      waiting.push(callClass, resolve);
      const timer = setTimeout(
        () => fail(new DatabaseBusy(`no connection became free within ${waitMs} ms`)),
        waitMs,
      );
      const endWatch = watch(fail);
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        endWatch();
      }
    },
    giveBack() {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
