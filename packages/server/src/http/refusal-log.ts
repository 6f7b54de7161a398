import type { FastifyBaseLogger } from 'fastify';

/** Counts a call that was refused because there is more to do than can be done. */
export type CountRefusal = (why: string) => void;

const SUMMARY_INTERVAL_MS = 10_000;

/**
 * Tells the log of refused calls without a line and a stack for each, which would cost more than what is refused: one
 * line when it begins, and one for every ten seconds in which there were more, with how many.
 */
export function createRefusalLog(log: Pick<FastifyBaseLogger, 'warn'>): CountRefusal {
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;

  function summarise(): void {
    if (refused === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    log.warn({ refused, ms: SUMMARY_INTERVAL_MS }, 'overloaded: calls were refused');
    refused = 0;
  }

  return (why) => {
    if (timer !== undefined) {
      refused++;
      return;
    }
    log.warn({ why }, 'overloaded: calls are refused');
    timer = setInterval(summarise, SUMMARY_INTERVAL_MS);
    timer.unref();
  };
}
