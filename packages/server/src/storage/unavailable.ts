/** The database could not be reached, or went away in the middle. Whether a write under way was committed is unknown. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unavailable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

const SOCKET_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
// Admin shutdown, crash shutdown, cannot connect now, statement timeout, too many connections, disk full, out of memory.
const SERVER_FAILURES = new Set(['57P01', '57P02', '57P03', '57014', '53300', '53100', '53200']);
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|server closed the connection|Cannot use a pool after calling end/i;

/** Tells whether an error of the driver means "no database" and not "bad statement". */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    SOCKET_FAILURES.has(code) ||
    SERVER_FAILURES.has(code) ||
    code.startsWith('08') ||
    DRIVER_MESSAGES.test(error.message)
  );
}
