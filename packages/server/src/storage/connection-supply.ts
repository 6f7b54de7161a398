import type pg from 'pg';

/** Tracks how many connections the server allows a pool. */
export interface ConnectionSupply {
  /**
   * Whether the server rejected a connection because of its limit while the pool has others open. The caller can then
   * wait for one of those. Reports a rejection to `onFull`, at most once a minute.
   */
  isLimitedBy(error: unknown): boolean;
  /** Whether the server allows no more connections and none is open. */
  isOut(): boolean;
}

/** The limit of the server, the role or the database is reached. */
const TOO_MANY_CONNECTIONS = '53300';
const TRY_AGAIN_MS = 5_000;
const TELL_INTERVAL_MS = 60_000;

/**
 * Limits a pool to its open connections while the server allows no more, so that further calls wait for one of those
 * instead of failing. Restores `max` after five seconds.
 */
export function watchSupply(
  pool: pg.Pool,
  max: number,
  onFull: (error: Error, open: number) => void = () => {},
): ConnectionSupply {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  // The pool's own count includes connections that are being opened and will be rejected.
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
