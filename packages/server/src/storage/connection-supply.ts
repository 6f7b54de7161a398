import type pg from 'pg';

export interface ConnectionSupply {
  isLimitedBy(error: unknown): boolean;
  isExhausted(): boolean;
}

const TOO_MANY_CONNECTIONS = '53300';
const RETRY_MS = 5_000;
const REPORT_INTERVAL_MS = 60_000;

/** At the server's limit, calls wait instead of failing. */
export function watchSupply(
  pool: pg.Pool,
  max: number,
  onFull: (error: Error, open: number) => void = () => {},
): ConnectionSupply {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  // The pool's own count includes connections that are about to be rejected.
  let open = 0;
  let isRetryScheduled = false;
  pool.on('connect', () => {
    open++;
    isFull = false;
  });
  pool.on('remove', () => {
    open--;
  });
  const allowRetry = () => {
    isRetryScheduled = false;
    pool.options.max = max;
  };
  return {
    isLimitedBy(error) {
      if (!(error instanceof Error) || (error as { code?: string }).code !== TOO_MANY_CONNECTIONS)
        return false;
      isFull = true;
      if (performance.now() - reportedAt > REPORT_INTERVAL_MS) {
        reportedAt = performance.now();
        onFull(error, open);
      }
      if (open === 0) return false;
      pool.options.max = open;
      if (!isRetryScheduled) setTimeout(allowRetry, RETRY_MS).unref();
      isRetryScheduled = true;
      return true;
    },
    isExhausted: () => isFull && pool.totalCount === 0,
  };
}
