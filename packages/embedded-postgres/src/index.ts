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
  /** Settings for node-postgres to reach one database of this server over its Unix socket. */
  connection(database: string): ConnectionSettings;
  /**
   * Creates the database when it does not exist, as a copy of `template` when one is given (which must have no
   * connections then). Safe when two processes do it at once. Throws node-postgres' errors.
   */
  ensureDatabase(name: string, template?: string): Promise<void>;
  /** Whether this process started the server or took over one that an earlier process, now gone, had left. */
  readonly origin: Origin;
  /** The process id of the postmaster, for logs and tests. Another after a restart. */
  readonly pid: number;
  /**
   * Shuts the server down, and resolves when it is gone and the lock free. Idempotent. One that does not end in order is
   * killed within `timeoutMs` (90,000 by default), which costs a recovery at the next start.
   */
  stop(timeoutMs?: number): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds all that the server needs. Created when missing. */
  readonly directory: string;
  /**
   * postgresql.conf settings that are to differ from our defaults, such as `fsync: 'off'` in tests. A server that is
   * taken over keeps those it was started with.
   */
  readonly settings?: Settings;
  readonly log?: Log;
  /**
   * For how many milliseconds to wait for another process to let go of the directory. The default, 3000, is for one
   * that is stopping, or was killed a moment ago.
   */
  readonly lockTimeout?: number;
  /** Ends the start early; it then rejects, and leaves nothing running that it started. */
  readonly signal?: AbortSignal;
  /**
   * Called when another process took the data directory while the server was down for a moment, or the directory is
   * gone: this one must not go on. The default throws the error outside of any promise, which ends the process.
   */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
  /** A directory with PostgreSQL's bin, lib and share to use instead of the installed npm package. */
  readonly native?: string;
}

/**
 * Starts the PostgreSQL server of a data directory, or takes over the one that a killed process has left running.
 * Throws EmbeddedPostgresError, whose message tells an operator in one line what is wrong and what to do (the last lines
 * of the server's log may follow); DataDirectoryInUse when another process uses the directory. Throws Node's system
 * error when the directory cannot be written, and with code ENOSPC when the disk is full.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, lockTimeout = 3_000, log = silentLog } = options;
  const signal = options.signal ?? new AbortController().signal;
  const binaries = await locateBinaries(options.native === undefined ? {} : { native: options.native });
  const layout = layoutOf(await prepareDirectory(resolve(options.directory)));
  await boundLog(layout.log);
  const plan = { layout, binaries, settings, lockTimeout, log };
  const first = await bringUp(plan, signal);
  log.info({ pid: first.pid, origin: first.origin }, 'PostgreSQL is ready');
  await removeUnfinished(layout).catch((error) => log.warn({ err: error }, 'Could not clean up'));
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
 * Reaches the server that runs on a directory, whichever process started it. Starts nothing, and takes no lock. Resolves
 * to the settings for one of its databases; to undefined when no server runs there.
 */
export async function findEmbeddedPostgres(
  directory: string,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const socketDirectory = (await readPostmasterFile(layoutOf(resolve(directory)).data))?.socketDirectory;
  if (socketDirectory === undefined) return undefined;
  return (database) => connectionTo(socketDirectory, database);
}

/** Creates the directory, 0700, below a parent that PostgreSQL can pass through when it runs as another user. */
async function prepareDirectory(directory: string): Promise<string> {
  await makeDirectory(directory, 0o700);
  const real = await realpath(directory);
  await assertOwn(real);
  await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
  return real;
}

/** Not mkdir's `recursive`: that tells a read-only file system as ENOENT, and never returns below /proc (Node 24). */
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
