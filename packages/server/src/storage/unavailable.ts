/** Times are from `performance.now()`. */
export interface Outage {
  begunAt: number;
  endedAt: number | undefined;
  refused: number;
  relapses: number;
}

/** After this error, a write may have been committed. */
export class DatabaseUnavailable extends Error {
  outage?: Outage;

  constructor(cause: unknown, message = 'the database is unavailable') {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** The call had no effect. */
export class DatabaseBusy extends DatabaseUnavailable {
  constructor(why: string, cause?: unknown) {
    super(cause, `the database is overloaded: ${why}`);
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
// A shutdown, crash, timeout, I/O error, missing file or database, write to a standby, and a database that
// accepts no connections.
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
const SERVER_FAILURE_CLASSES = new Set(['08', '53']);
/** PostgreSQL reports a read-only file system as insufficient privilege from these source files. */
const INSUFFICIENT_PRIVILEGE = '42501';
const FILE_ACCESS = new Set(['md.c', 'fd.c', 'xlog.c', 'slru.c', 'buffile.c', 'copydir.c', 'relmapper.c']);
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|is not queryable|server closed the connection|Cannot use a pool after calling end/i;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', file = '' } = error as { code?: string; file?: string };
  return (
    SOCKET_FAILURES.has(code) ||
    SERVER_FAILURES.has(code) ||
    SERVER_FAILURE_CLASSES.has(code.slice(0, 2)) ||
    (code === INSUFFICIENT_PRIVILEGE && FILE_ACCESS.has(file)) ||
    DRIVER_MESSAGES.test(error.message)
  );
}
