/** One time that the database was away, in milliseconds of `performance.now()`. */
export interface Outage {
  begunAt: number;
  /** Undefined while it lasts. */
  endedAt: number | undefined;
  /** How many calls were refused because of it. */
  refused: number;
  /** How often it failed again, a moment after it had answered. */
  relapses: number;
}

/** The database could not be reached, or went away in the middle. Whether a write under way was committed is unknown. */
export class DatabaseUnavailable extends Error {
  /** The outage that has been told of, which this error is one more sign of. */
  outage?: Outage;

  constructor(cause: unknown, message = 'the database is unavailable') {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** The database is there, and has more to do than it can. Nothing of the call was done. */
export class DatabaseBusy extends DatabaseUnavailable {
  constructor(why: string, cause?: unknown) {
    super(cause, `the database has too much to do: ${why}`);
    this.name = 'DatabaseBusy';
  }
}

const SOCKET_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
// Admin shutdown, crash shutdown, cannot connect now, database dropped, session idle for too long, statement timeout;
// a transaction idle for too long, a standby after a failover, an I/O error, a file of the database that is gone; the
// database is not there, or takes no connections.
const SERVER_FAILURES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '57014',
  '25P03',
  '25006',
  '58030',
  '58P01',
  '3D000',
  '55000',
]);
// Connection exceptions; no disk, memory or connections left.
const SERVER_FAILURE_CLASSES = new Set(['08', '53']);
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable|server closed the connection|Cannot use a pool after calling end/i;

/** Tells whether an error of the driver means "no database" and not "bad statement". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    SOCKET_FAILURES.has(code) ||
    SERVER_FAILURES.has(code) ||
    SERVER_FAILURE_CLASSES.has(code.slice(0, 2)) ||
    DRIVER_MESSAGES.test(error.message)
  );
}
