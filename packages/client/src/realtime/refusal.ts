import type { ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';

export type RefusedFrame = Extract<ServerFrame, { type: 'refused' }>;

/** Codes of temporary rejections: overload, or no database. */
const PASSING_CODES = /_(SERVICE_UNAVAILABLE|TOO_MANY_REQUESTS)$/;

/**
 * Retries a temporarily rejected request with back-off.
 * @param retry sends the request again
 */
export function createRetry(retry: () => void, random: () => number) {
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    /** Schedules a retry if the rejection is temporary. Returns whether it did. */
    refuse({ code }: RefusedFrame): boolean {
      stop();
      const passes = PASSING_CODES.test(code);
      if (passes) timer = setTimeout(retry, backoffMs(refusals++, random));
      return passes;
    },
    /** Resets the back-off after a response. */
    reset(): void {
      refusals = 0;
    },
  };
}
