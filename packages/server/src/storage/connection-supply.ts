import type pg from 'pg';

export interface ConnectionSupply {
  /**
   * Whether the server's limit rejected a connection while others are open. Calls `onFull`, at most once a minute.
   */
  isLimitedBy(error: unknown): boolean;
  isOut(): boolean;
}

const TOO_MANY_CONNECTIONS = '53300';
const TRY_AGAIN_MS = 5_000;
const TELL_INTERVAL_MS = 60_000;

/** At the server's limit, opens no connections for five seconds, so calls wait instead of failing. */
export function watchSupply(
  pool: pg.Pool,
  max: number,
  onFull: (error: Error, open: number) => void = () => {},
): ConnectionSupply {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  // The pool's own count includes connections about to be rejected.
  let open = 0;
  let isTrying = false;
  pool.on('connect', () => {
    open++;
    isFull = false;
  });
  pool.on('remove', () => {
    open--;
  });
  const scheduleRetry = () => {
    isTrying = false;
    pool.options.max = max;
  };
  return {
    isLimitedBy(error) {
      if (!(error instanceof Error) || (error as { code?: string }).code !== TOO_MANY_CONNECTIONS)
        return false;
      isFull = true;
      if (performance.now() - toldAt > TELL_INTERVAL_MS) {
        toldAt = performance.now();
        onFull(error, open);
      }
      if (open === 0) return false;
      pool.options.max = open;
      if (!isTrying) setTimeout(scheduleRetry, TRY_AGAIN_MS).unref();
      isTrying = true;
      return true;
    },
    isOut: () => isFull && pool.totalCount === 0,
  };
}
