import type { FastifyBaseLogger } from 'fastify';
import { setTracing } from './tracing.ts';

const MAX_FLUSH_MS = 2_000;
const REPORT_INTERVAL_MS = 60_000;

export interface RunningTracing {
  stop(allowedMs: number): Promise<void>;
}

export async function startTracing(log: Pick<FastifyBaseLogger, 'warn'>): Promise<RunningTracing> {
  const { startSdk } = await import('./sdk.ts');
  let nextReport = 0;
  const { tracing, stop } = startSdk((error) => {
    if (performance.now() < nextReport) return;
    nextReport = performance.now() + REPORT_INTERVAL_MS;
    log.warn({ reason: reasonOf(error) }, 'traces: the collector did not accept spans, dropping them');
  });
  setTracing(tracing);
  return {
    async stop(allowedMs) {
      setTracing(undefined);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(allowedMs, MAX_FLUSH_MS) * 0.9);
      await Promise.race([stop().catch(() => undefined), late]).finally(() => clearTimeout(timer));
    },
  };
}

/** Other fields contain the collector's response and sometimes the request. */
function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return [code, message]
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .join(' ')
    .slice(0, 200);
}
