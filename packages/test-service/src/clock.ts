import { type Duration, readDuration } from './duration.ts';
import type { CallSandbox } from './sandbox-call.ts';

/** Milliseconds since 1970-01-01 UTC. */
export interface ServiceTime {
  now: number;
  frozen: boolean;
}

/**
 * Methods that change the clock execute all due work before they resolve. They throw if this takes more than
 * 20 seconds.
 */
export interface ServiceClock {
  now(): Promise<Date>;
  /** Moves the time, for example `advance('2 days')`. */
  advance(duration: Duration): Promise<Date>;
  set(time: Date | string | number): Promise<Date>;
  /** Stops the clock. `advance` and `set` still work. */
  freeze(): Promise<Date>;
  resume(): Promise<Date>;
}

interface Moved extends ServiceTime {
  settled: boolean;
}

export function createClock(call: CallSandbox, moved: () => void): ServiceClock {
  const change = async (body: object): Promise<Date> => {
    const { now, settled } = await call<Moved>('POST', 'sandbox/clock', body).finally(moved);
    if (!settled)
      throw new Error('the time was moved, but the due work takes too long: does a receiver hang?');
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
