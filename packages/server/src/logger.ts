import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { explainFileError } from './storage/file-error.ts';
import { DatabaseUnavailable } from './storage/unavailable.ts';

const MAX_LOG_BYTES = 20 * 1024 ** 2;
/** What waits in memory while the log cannot be written. Further lines are lost. */
const MAX_WAITING_BYTES = 4 * 1024 ** 2;

/** The log and where it goes. */
export interface ServerLog {
  log: Logger;
  /** The file, or null for standard output. */
  path: string | null;
}

/**
 * JSON lines: to standard output in production, else to `DATA_DIR/server.log`, so that the start screen stays readable.
 * What is still in memory is written when the process ends. Throws StartupError when the file cannot be opened.
 */
export function openLog(config: Pick<Config, 'production' | 'dataDir' | 'logLevel'>): ServerLog {
  const path = config.production ? null : join(config.dataDir, 'server.log');
  if (path !== null) prepareFile(path, config.dataDir);
  const destination = pino.destination({
    dest: path ?? 1,
    mode: 0o600,
    sync: false,
    maxLength: MAX_WAITING_BYTES,
  });
  if (path !== null) boundFile(path, destination);
  // A log that cannot be written (a full disk, a closed pipe) must not take the service down with it, and goes on
  // when it can.
  destination.on('error', () => {});
  destination.on('drop', () => destination.flush());
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    try {
      flushSync();
    } catch {
      // The process is ending, and nobody is left to tell.
    }
  };
  return { log: createLog(config.logLevel, destination), path };
}

/** A log of JSON lines. Errors are written with their cause; nothing of a request but what the caller hands over. */
export function createLog(level: string, destination: DestinationStream): Logger {
  const serializers = { err: describeError };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/** In short when the log tells of the whole outage already. */
function describeError(error: Error): object {
  if (!(error instanceof DatabaseUnavailable) || error.outage === undefined)
    return pino.stdSerializers.err(error);
  return { type: error.name, message: error.message };
}

/** Opened here before the logger does, so that a directory that cannot be written is found out at once. */
function prepareFile(path: string, dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
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
