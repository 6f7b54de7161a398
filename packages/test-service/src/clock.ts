import { type Duration, readDuration } from './duration.ts';
import type { CallSandbox } from './sandbox-call.ts';

/** What time it is in the service, milliseconds since 1970-01-01 UTC. */
export interface ServiceTime {
  now: number;
  frozen: boolean;
}

/** The time of the service. What becomes due when it is moved has been done, in its order, when a call resolves. */
export interface ServiceClock {
  /** What time it is there. */
  now(): Promise<Date>;
  /** Moves time on: `advance('2 days')`. Throws when what became due is not done after 20 seconds. */
  advance(duration: Duration): Promise<Date>;
  /** Moves time on to a moment that is yet to come. */
  set(time: Date | string | number): Promise<Date>;
  /** Lets time stand still, but for `advance` and `set`. */
  freeze(): Promise<Date>;
  /** Lets time run on. */
  resume(): Promise<Date>;
}

interface Moved extends ServiceTime {
  settled: boolean;
}

/** @param moved called when time has been moved */
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
