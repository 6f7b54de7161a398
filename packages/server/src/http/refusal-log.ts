import type { FastifyBaseLogger } from 'fastify';

export type CountRefusal = (why: string) => void;

const SUMMARY_INTERVAL_MS = 10_000;

/** A log line costs more than a rejection. */
export function createRefusalLog(log: Pick<FastifyBaseLogger, 'warn'>): CountRefusal {
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;

  function summarise(): void {
    if (refused === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    log.warn({ refused, ms: SUMMARY_INTERVAL_MS }, 'overload: rejected calls');
    refused = 0;
  }

  return (why) => {
    if (timer !== undefined) {
      refused++;
      return;
    }
    log.warn({ why }, 'overload: rejecting calls');
    timer = setInterval(summarise, SUMMARY_INTERVAL_MS);
    timer.unref();
  };
}
