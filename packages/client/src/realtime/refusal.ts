import type { ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';

/** The answer to a question that the server does not answer otherwise. */
export type RefusedFrame = Extract<ServerFrame, { type: 'refused' }>;

/** Refusals that pass: the server has too much to do, or its database is away. */
const PASSING_CODES = /_(SERVICE_UNAVAILABLE|TOO_MANY_REQUESTS)$/;

/** Asks again what was refused for a while, later and later. @param ask what is to be done then */
export function createRetry(ask: () => void, random: () => number) {
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    /** Gives whether it is asked again: most refusals do not pass. */
    refuse({ code }: RefusedFrame): boolean {
      stop();
      const passes = PASSING_CODES.test(code);
      if (passes) timer = setTimeout(ask, backoffMs(refusals++, random));
      return passes;
    },
    /** It was answered. */
    reset(): void {
      refusals = 0;
    },
  };
}
