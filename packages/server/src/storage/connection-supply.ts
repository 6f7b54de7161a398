import type pg from 'pg';

/** What the server gives of the connections that a pool may open. */
export interface ConnectionSupply {
  /**
   * Whether an error says that the server gives no more connections, while others are open: those are waited for then. Tells
   * of it, whether others are open or not.
   */
  isLimitedBy(error: unknown): boolean;
  /** Whether none is open since the server gave no more. */
  isOut(): boolean;
}

/** Too many connections: of the server, of the role, or of the database. */
const TOO_MANY_CONNECTIONS = '53300';
/** Whether there are more again is tried this often. */
const TRY_AGAIN_MS = 5_000;
const TELL_INTERVAL_MS = 60_000;

/**
 * Lets a pool do with the connections that are open while the server gives no more: as many calls as there are of those go on,
 * and the others wait for one, instead of each failing on one of its own. After five seconds it tries to have `max` again.
 */
export function watchSupply(
  pool: pg.Pool,
  max: number,
  onFull: (error: Error, open: number) => void = () => {},
): ConnectionSupply {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  // The pool counts those that are being opened too, which are refused as well.
  let open = 0;
  let isTrying = false;
  pool.on('connect', () => {
    open++;
    isFull = false;
  });
  pool.on('remove', () => {
    open--;
  });
  const tryAgain = () => {
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
      if (!isTrying) setTimeout(tryAgain, TRY_AGAIN_MS).unref();
      isTrying = true;
      return true;
    },
    isOut: () => isFull && pool.totalCount === 0,
  };
}
