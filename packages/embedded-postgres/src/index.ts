import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { locateBinaries } from './binaries.ts';
import { bringUp, type Origin } from './bring-up.ts';
import { ensureDatabase } from './databases.ts';
import { type EmbeddedPostgresError, errorCode } from './errors.ts';
import { removeUnfinished } from './initialise.ts';
import { layoutOf } from './layout.ts';
import { type ConnectionSettings, connectionTo } from './lock.ts';
import { type Log, silentLog } from './log.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { assertOwn } from './privileges.ts';
import { boundLog } from './server-log.ts';
import type { Settings } from './settings.ts';
import { Supervisor } from './supervise.ts';

export { DataDirectoryGone, DataDirectoryInUse, EmbeddedPostgresError, NotReadyYet } from './errors.ts';
export { linkLibraries } from './library-links.ts';
export type { ConnectionSettings } from './lock.ts';

export interface EmbeddedPostgres {
  connection(database: string): ConnectionSettings;
  /** `template` must have no connections. Safe for concurrent use. Rejects with node-postgres' errors. */
  ensureDatabase(name: string, template?: string): Promise<void>;
  readonly origin: Origin;
  readonly pid: number;
  /**
   * If the server does not stop, kills it within `timeoutMs` (default 90,000). The next start then runs crash
   * recovery.
   */
  stop(timeoutMs?: number): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly directory: string;
  /** Settings of postgresql.conf. An adopted server keeps its own settings. */
  readonly settings?: Settings;
  readonly log?: Log;
  /** Milliseconds to wait for another process to release the lock. Default: 3,000. */
  readonly lockTimeout?: number;
  /** Aborts the start, which then rejects and stops a process that it started. */
  readonly signal?: AbortSignal;
  /**
   * Called if another process has taken the lock, or if the directory is gone. The process must not continue.
   * By default, the error ends it.
   */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
  readonly native?: string;
}

/**
 * Starts the server of a data directory, or adopts one that a killed process left. Throws
 * EmbeddedPostgresError, or Node's system error (ENOSPC on a full disk).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, lockTimeout = 3_000, log = silentLog } = options;
  const signal = options.signal ?? new AbortController().signal;
  const binaries = await locateBinaries(options.native === undefined ? {} : { native: options.native });
  const layout = layoutOf(await prepareDirectory(resolve(options.directory)));
  await boundLog(layout.log);
  const plan = { layout, binaries, settings, lockTimeout, log };
  const first = await bringUp(plan, signal);
  log.info({ pid: first.pid, origin: first.origin }, 'postgresql: ready');
  await removeUnfinished(layout).catch((error) =>
    log.warn({ err: error }, 'postgresql: cleanup of unfinished data failed'),
  );
  const supervisor = new Supervisor(plan, first, options.onLost ?? throwOutside);
  const connection = (database: string) => connectionTo(supervisor.server.socketDirectory, database);
  return {
    connection,
    ensureDatabase: (name, template) => ensureDatabase(connection('postgres'), name, template),
    origin: first.origin,
    get pid() {
      return supervisor.server.pid;
    },
    stop: (timeoutMs) => supervisor.stop(timeoutMs),
  };
}

/**
 * Does not start the server. Returns undefined if `postmaster.pid` names no socket. That file remains after a
 * crash, so the server may be down.
 */
export async function findEmbeddedPostgres(
  directory: string,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const socketDirectory = (await readPostmasterFile(layoutOf(resolve(directory)).data))?.socketDirectory;
  if (socketDirectory === undefined) return undefined;
  return (database) => connectionTo(socketDirectory, database);
}

async function prepareDirectory(directory: string): Promise<string> {
  await makeDirectory(directory, 0o700);
  const real = await realpath(directory);
  await assertOwn(real);
  await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
  return real;
}

/** Replaces mkdir's `recursive`, which reports ENOENT on read-only file systems and hangs below /proc. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  if (await isDirectory(path)) return;
  await makeDirectory(dirname(path), 0o711);
  await mkdir(path, { mode }).catch(async (error) => {
    if (!(await isDirectory(path))) throw error;
  });
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function throwOutside(error: EmbeddedPostgresError): void {
  queueMicrotask(() => {
    throw error;
  });
}
