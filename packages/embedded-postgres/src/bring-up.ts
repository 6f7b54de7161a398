import { chmod, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DataDirectoryGone,
  DataDirectoryInUse,
  diskFull,
  EmbeddedPostgresError,
  errorCode,
  NotReadyYet,
} from './errors.ts';
import { initialise, isInitialised } from './initialise.ts';
import type { Layout } from './layout.ts';
import { lockHolder, type Session, takeLock } from './lock.ts';
import { endOrphans } from './orphans.ts';
import { assertReachable, changeOwner } from './ownership.ts';
import type { Plan } from './plan.ts';
import { type Spawned, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import { clearStaleLocks, findPostmaster, isRunning } from './postmaster-file.ts';
import { chooseRunAs } from './privileges.ts';
import { type Readiness, waitUntilReady } from './readiness.ts';
import { lastLines, readLog } from './server-log.ts';
import { ensureSocketDirectory, socketDirectoryOf, socketPath } from './socket-directory.ts';

export type Origin = 'started' | 'adopted';

export interface Server {
  readonly pid: number;
  readonly origin: Origin;
  readonly socketDirectory: string;
  readonly session: Session;
}

const LEFTOVERS_TIMEOUT_MS = 30_000;
const ORPHANS_TIMEOUT_MS = 1_000;

/** After a failure or abort, stops a server that this call started, unless it is in use or recovering. */
export async function bringUp(plan: Plan, signal: AbortSignal): Promise<Server> {
  const { layout, binaries, log } = plan;
  const begun = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const isThere = await isInitialised(layout, binaries);
    // A socket directory shows that a server ran here before. A new, empty database would look like total
    // data loss.
    if (!isThere && plan.socketDirectory !== undefined) throw new DataDirectoryGone(layout.directory);
    const running = isThere ? await findPostmaster(layout.data) : undefined;
    const spawned = running === undefined ? await start(plan, isThere) : undefined;
    const pid = spawned?.pid ?? running?.pid ?? 0;
    try {
      const readiness = await waitUntilReady(plan, pid, spawned, signal);
      if (readiness.kind === 'ready') {
        const server = await lock(plan, pid, spawned === undefined ? 'adopted' : 'started', readiness);
        if (server !== undefined) return server;
      } else if (spawned !== undefined) {
        const text = await readLog(layout.log, spawned.logOffset);
        const waited = performance.now() - begun;
        if (!isLeftover(text) || waited > LEFTOVERS_TIMEOUT_MS)
          throw await explainEnd(plan, readiness.how, text);
        if (/shared memory block/.test(text) && waited > ORPHANS_TIMEOUT_MS) await endOrphans(layout.data);
      }
      await delay(50, undefined, { signal });
    } catch (error) {
      const isOfUse = error instanceof DataDirectoryInUse || error instanceof NotReadyYet;
      if (spawned !== undefined && !isOfUse && (await isRunning(pid))) {
        log.warn({ pid }, 'postgresql: stopping the server that was just started');
        await stopPostmaster(pid);
      }
      throw error;
    }
  }
}

async function start(plan: Plan, isThere: boolean): Promise<Spawned> {
  const { layout, binaries, settings } = plan;
  const socketDirectory = plan.socketDirectory ?? (await socketDirectoryOf(layout));
  await assertUnserved(layout, socketDirectory);
  const runAs = await chooseRunAs(layout.directory);
  if (runAs.mode === 'other user') {
    await assertReachable(runAs.owner, binaries.native, 'the PostgreSQL binaries');
  }
  await changeOwner(runAs.owner, layout.directory);
  if (runAs.mode === 'other user') {
    await assertReachable(runAs.owner, layout.directory, 'the data directory');
  }
  if (!isThere) {
    plan.log.info({ directory: layout.data, mode: runAs.mode }, 'postgresql: creating the data directory');
    await initialise(layout, binaries, runAs, settings.fsync !== 'off');
  }
  // PostgreSQL rejects the mode of many copied directories.
  await chmod(layout.data, 0o700);
  await ensureSocketDirectory(socketDirectory, runAs.owner);
  await clearStaleLocks(layout.data, socketPath(socketDirectory));
  return await spawnPostmaster(layout, binaries, runAs, socketDirectory, settings);
}

/**
 * A server in another container is not in the process list, but its socket responds. A second server would
 * destroy the data.
 */
async function assertUnserved(layout: Layout, socketDirectory: string): Promise<void> {
  const isAnswered = await new Promise<boolean>((resolve) => {
    const socket = connect(socketPath(socketDirectory));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  if (!isAnswered || (await findPostmaster(layout.data)) !== undefined) return;
  throw new EmbeddedPostgresError(
    `A PostgreSQL server outside this machine or container is running on ${layout.data}. ` +
      `Stop it first, or choose another directory.`,
    { remedy: 'directory' },
  );
}

async function lock(
  plan: Plan,
  pid: number,
  origin: Origin,
  { session, socketDirectory }: Extract<Readiness, { kind: 'ready' }>,
): Promise<Server | undefined> {
  const { layout, binaries, lockTimeout, log } = plan;
  try {
    if (!(await takeLock(session, lockTimeout))) {
      throw new DataDirectoryInUse(layout.directory, await lockHolder(session));
    }
    const { rows } = await session.client.query<{ server_version: string }>('SHOW server_version');
    const version = rows[0]?.server_version ?? '';
    // After an update, an adopted server's program files are gone, so restart it.
    if (origin === 'started' || version === binaries.version)
      return { pid, origin, socketDirectory, session };
    log.info(
      { pid, version, installed: binaries.version },
      'postgresql: restarting to use the installed version',
    );
    await stopPostmaster(pid);
  } catch (error) {
    await session.client.end().catch(() => undefined);
    if (error instanceof EmbeddedPostgresError || !isConnectionLoss(error)) throw error;
  }
  return undefined;
}

function isConnectionLoss(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /^(57P|08|ECONNRESET|EPIPE)/.test(errorCode(error) ?? '') || /^Connection terminated/.test(message);
}

function isLeftover(log: string): boolean {
  return /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(log);
}

async function freeSpace(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

async function explainEnd({ layout }: Plan, how: string, text: string): Promise<Error> {
  const logEnd = `The end of ${layout.log}:\n${lastLines(text, 10)}`;
  // On a full disk, PostgreSQL may be unable to write its log.
  const isFull = /FATAL|PANIC/.test(text)
    ? /No space left on device|Disk quota exceeded/.test(text)
    : (await freeSpace(layout.data)) < 1e6;
  if (isFull) return diskFull(layout.directory);
  if (/database files are incompatible with server/.test(text)) {
    return new EmbeddedPostgresError(
      `The database in ${layout.data} was created by another build of PostgreSQL, which this one cannot read. ` +
        `Start the version that made it and export there, or move ${layout.directory} away. ${logEnd}`,
    );
  }
  return new EmbeddedPostgresError(`PostgreSQL did not start on ${layout.data} (${how}). ${logEnd}`);
}
