import type { ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';

export type RefusedFrame = Extract<ServerFrame, { type: 'refused' }>;

const RETRYABLE_CODES = /UNAVAILABLE|TOO_MANY/;

export function createRetry(retry: () => void, random: () => number) {
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    refuse({ code }: Pick<RefusedFrame, 'code'>): boolean {
      stop();
      const passes = RETRYABLE_CODES.test(code);
      if (passes) timer = setTimeout(retry, backoffMs(refusals++, random));
      return passes;
    },
    reset(): void {
      refusals = 0;
    },
  };
}
