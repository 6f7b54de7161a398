import type { ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';

/** The answer to a rejected request. */
export type RefusedFrame = Extract<ServerFrame, { type: 'refused' }>;

/** Temporary rejections: overload, or no database. */
const PASSING_CODES = /_(SERVICE_UNAVAILABLE|TOO_MANY_REQUESTS)$/;

/**
 * Repeats a temporarily rejected request with growing delays.
 * @param retry repeats it
 */
export function createRetry(retry: () => void, random: () => number) {
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    /** Returns whether it will be repeated; most rejections are permanent. */
    refuse({ code }: RefusedFrame): boolean {
      stop();
      const passes = PASSING_CODES.test(code);
      if (passes) timer = setTimeout(retry, backoffMs(refusals++, random));
      return passes;
    },
    /** It was answered. */
    reset(): void {
      refusals = 0;
    },
  };
}
