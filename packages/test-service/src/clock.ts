import { type Duration, readDuration } from './duration.ts';
import type { CallSandbox } from './sandbox-call.ts';

/** The service's time, in milliseconds since 1970-01-01 UTC. */
export interface ServiceTime {
  now: number;
  frozen: boolean;
}

/** The service's clock. When a call resolves, everything that became due has been done in order. */
export interface ServiceClock {
  now(): Promise<Date>;
  /** Advances time: `advance('2 days')`. Throws if due work takes more than 20 seconds. */
  advance(duration: Duration): Promise<Date>;
  /** Advances time to a future moment. */
  set(time: Date | string | number): Promise<Date>;
  /** Stops time, except for `advance` and `set`. */
  freeze(): Promise<Date>;
  /** Lets time run. */
  resume(): Promise<Date>;
}

interface Moved extends ServiceTime {
  settled: boolean;
}

/** @param moved called after time was changed */
export function createClock(call: CallSandbox, moved: () => void): ServiceClock {
  const change = async (body: object): Promise<Date> => {
    const { now, settled } = await call<Moved>('POST', 'sandbox/clock', body).finally(moved);
    if (!settled)
      throw new Error('time was moved, but what became due takes too long: does a receiver hang?');
    return new Date(now);
  };
  return {
    async now() {
      return new Date((await call<ServiceTime>('GET', 'sandbox/clock')).now);
    },
    advance: async (duration) => change({ advance: readDuration(duration) }),
    set: (time) => change({ set: new Date(time).toISOString() }),
    freeze: () => change({ freeze: true }),
    resume: () => change({ freeze: false }),
  };
}
