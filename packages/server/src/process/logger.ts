import { chmodSync, closeSync, copyFileSync, openSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { explainFileError, makeDirectories } from '../storage/file-error.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';

const MAX_LOG_BYTES = 20 * 1024 ** 2;
/** Further lines are lost while the log cannot be written. */
const MAX_WAITING_BYTES = 4 * 1024 ** 2;

export interface ServerLog {
  log: Logger;
  path: string | null;
  close(timeoutMs: number): Promise<'written' | 'hung' | { lost: Error }>;
}

/** Throws StartupError if the directory or file cannot be written. Later failures do not stop the service. */
export function openLog(config: Pick<Config, 'production' | 'dataDir' | 'logLevel'>): ServerLog {
  const path = config.production ? null : join(config.dataDir, 'server.log');
  prepareDirectory(config.dataDir);
  if (path !== null) prepareFile(path, config.dataDir);
  const destination = pino.destination({
    dest: path ?? 1,
    mode: 0o600,
    sync: false,
    // If `minLength` is 0, `flush` does nothing.
    minLength: 1,
    maxLength: MAX_WAITING_BYTES,
  });
  if (path !== null) limitFileSize(path, destination);
  destination.on('drop', () => destination.flush());
  // At exit, pino's `flushSync` retries forever on a full disk. `close` has a timeout.
  destination.flushSync = () => {};
  return { log: createLog(config.logLevel, destination), path, close: closing(destination) };
}

function closing(destination: ReturnType<typeof pino.destination>): ServerLog['close'] {
  let lost: Error | undefined;
  let closing: ReturnType<ServerLog['close']> | undefined;
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
    destination.write = () => true;
    return promise.finally(() => clearTimeout(timer));
  }

  return (timeoutMs) => {
    closing ??= close(timeoutMs);
    return closing;
  };
}

export function createLog(level: string, destination: DestinationStream): Logger {
  const serializers = { err: describeError };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/** Some drivers attach the connection with all its statements to an error. */
const ERROR_FIELDS = [
  ...['code', 'errno', 'syscall', 'path', 'statusCode', 'signal', 'exitCode'],
  ...['severity', 'table', 'column', 'constraint', 'routine'],
];

/** A logged outage already has the stack. */
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

function prepareFile(path: string, dataDir: string): void {
  try {
    if (sizeOf(path) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** Renaming the file would lose lines. */
function limitFileSize(path: string, destination: ReturnType<typeof pino.destination>): void {
  let size = sizeOf(path);
  destination.on('write', (bytes: number) => {
    size += bytes;
    if (size <= MAX_LOG_BYTES) return;
    size = 0;
    try {
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
    } catch {
      // The next attempt follows after another MAX_LOG_BYTES.
    }
  });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
