import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const LARGEST_LOG_BYTES = 20 * 1024 ** 2;

/** The log and where it goes. */
export interface ServerLog {
  log: Logger;
  /** The file, or null for standard output. */
  path: string | null;
  /** Writes what is still in memory. */
  flush(): void;
}

/** JSON lines: to standard output in production, else to `DATA_DIR/server.log`, so that the start screen stays readable. */
export function openLog(config: Config): ServerLog {
  const path = config.production ? null : join(config.dataDir, 'server.log');
  if (path) setAsideWhenLarge(path);
  const destination = pino.destination({ dest: path ?? 1, mkdir: true, sync: false });
  // A log that cannot be written (a full disk) must not take the service down with it.
  destination.on('error', () => {});
  return { log: createLog(config.logLevel, destination), path, flush: () => flush(destination) };
}

/** A log of JSON lines. Errors are written with their cause; nothing of a request but what the caller hands over. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

function setAsideWhenLarge(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES)
    renameSync(path, `${path}.1`);
}

function flush(destination: { flushSync(): void }): void {
  try {
    destination.flushSync();
  } catch {
    // Not open yet, or gone: then there is nothing that could be written.
  }
}
