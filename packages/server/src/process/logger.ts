import { chmodSync, closeSync, copyFileSync, openSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { explainFileError, makeDirectories } from '../storage/file-error.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';

const MAX_LOG_BYTES = 20 * 1024 ** 2;
/** What waits in memory while the log cannot be written. Further lines are lost. */
const MAX_WAITING_BYTES = 4 * 1024 ** 2;

export interface ServerLog {
  log: Logger;
  /** The file, or null for standard output. */
  path: string | null;
  /**
   * Writes what is still in memory, and takes nothing more. Resolves after `timeoutMs` at the latest, to what became of
   * the lines: `hung` when the write under way does not come back (a pipe that nobody reads), in which case the process
   * cannot be ended by `process.exit` either.
   */
  close(timeoutMs: number): Promise<'written' | 'hung' | { lost: Error }>;
}

/**
 * JSON lines: to standard output in production, else to `DATA_DIR/server.log`, so that the start screen stays readable.
 * A log that cannot be written (a full disk, a closed pipe) does not take the service down with it, and goes on when it
 * can. Makes the data directory. Throws StartupError when that, or the file, cannot be.
 */
export function openLog(config: Pick<Config, 'production' | 'dataDir' | 'logLevel'>): ServerLog {
  const path = config.production ? null : join(config.dataDir, 'server.log');
  prepareDirectory(config.dataDir);
  if (path !== null) prepareFile(path, config.dataDir);
  const destination = pino.destination({
    dest: path ?? 1,
    mode: 0o600,
    sync: false,
    // With 0, the default, `flush` does nothing.
    minLength: 1,
    maxLength: MAX_WAITING_BYTES,
  });
  if (path !== null) boundFile(path, destination);
  destination.on('drop', () => destination.flush());
  // sonic-boom's sleeps and tries again for ever while the disk is full, and pino calls it for each fatal line and when
  // the process ends. `close` does in its place what can be done in time.
  destination.flushSync = () => {};
  return { log: createLog(config.logLevel, destination), path, close: closing(destination) };
}

function closing(destination: ReturnType<typeof pino.destination>): ServerLog['close'] {
  let lost: Error | undefined;
  let closed: ReturnType<ServerLog['close']> | undefined;
  destination.on('error', (error: Error) => {
    lost = error;
  });
  destination.on('write', () => {
    lost = undefined;
  });

  function close(timeoutMs: number): ReturnType<ServerLog['close']> {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ServerLog['close']>>>();
    const timer = setTimeout(() => resolve(lost === undefined ? 'hung' : { lost }), timeoutMs);
    destination.once('error', (error: Error) => resolve({ lost: error }));
    destination.once('close', () => resolve('written'));
    destination.end();
    // What is closed throws when it is written to, and lines may still come.
    destination.write = () => true;
    return promise.finally(() => clearTimeout(timer));
  }

  return (timeoutMs) => {
    closed ??= close(timeoutMs);
    return closed;
  };
}

/** A log of JSON lines. Errors are written with their cause; nothing of a request but what the caller hands over. */
export function createLog(level: string, destination: DestinationStream): Logger {
  const serializers = { err: describeError };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/** What is written of an error besides its words. A driver hangs its connection on some, with all its statements. */
const ERROR_FIELDS = [
  ...['code', 'errno', 'syscall', 'path', 'statusCode', 'signal', 'exitCode'],
  ...['severity', 'table', 'column', 'constraint', 'routine'],
];

/** In short when the log tells of the whole outage already. */
function describeError(error: Error): object {
  if (error instanceof DatabaseUnavailable && error.outage !== undefined)
    return { type: error.name, message: error.message };
  const { type, message, stack, ...others } = pino.stdSerializers.err(error);
  const fields = ERROR_FIELDS.flatMap((name) => (name in others ? [[name, others[name]]] : []));
  const errors = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {};
  return { type, message, stack, ...Object.fromEntries(fields), ...errors };
}

function prepareDirectory(dataDir: string): void {
  try {
    makeDirectories(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** Opened here before the logger does, so that a directory that cannot be written is found out at once. */
function prepareFile(path: string, dataDir: string): void {
  try {
    if (sizeOf(path) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/**
 * Sets the file aside whenever it has grown too large, so that the two never fill the disk. It is copied and emptied
 * between two writes (some 20 ms for each 20 MiB): renaming it and opening another one lost lines that were under way.
 */
function boundFile(path: string, destination: ReturnType<typeof pino.destination>): void {
  let size = sizeOf(path);
  destination.on('write', (bytes: number) => {
    size += bytes;
    if (size <= MAX_LOG_BYTES) return;
    size = 0;
    try {
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
    } catch {
      // It goes on in the same file, and is tried again when as much has been written.
    }
  });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
