import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { Layout } from './layout.ts';
import { isRunning } from './postmaster-file.ts';
import { commandAs, programEnvironment, type RunAs } from './privileges.ts';
import { logSize, openLog } from './server-log.ts';
import { type Settings, serverArguments } from './settings.ts';

export interface Spawned {
  readonly pid: number;
  /** Where in the log its lines begin, in bytes. */
  readonly logOffset: number;
  /** Resolves when it has ended, to how. Never rejects. */
  readonly ended: Promise<string>;
}

/**
 * Starts `postgres` as leader of a session of its own: a Ctrl-C in the terminal does not reach it, so that it is
 * stopped in order, and it lives on when this process is killed. Throws EmbeddedPostgresError when the program cannot be run.
 */
export async function spawnPostmaster(
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  socketDirectory: string,
  settings: Settings,
): Promise<Spawned> {
  const log = await openLog(layout.log, runAs.owner);
  try {
    const logOffset = await logSize(layout.log);
    const { file, args, ids } = commandAs(
      runAs,
      binaries.postgres,
      serverArguments(layout.data, socketDirectory, settings),
    );
    const stdio = ['ignore', log.fd, log.fd] as const;
    const child = spawn(file, args, {
      ...ids,
      cwd: '/',
      env: programEnvironment,
      detached: true,
      stdio: [...stdio],
    });
    const ended = ending(child);
    await once(child, 'spawn').catch((cause) => {
      throw new EmbeddedPostgresError(`Cannot run PostgreSQL: ${cause.message}`, { cause });
    });
    child.unref();
    return { pid: child.pid ?? 0, logOffset, ended };
  } finally {
    await log.close();
  }
}

/** Which signals end a postmaster, and at which part of the time it is given each is sent. */
const stopSignals = [
  // Fast: open sessions are cut off, and a checkpoint is written.
  { signal: 'SIGINT', until: 0.6 },
  // Immediate: it leaves without a checkpoint, and recovers at the next start.
  { signal: 'SIGQUIT', until: 0.8 },
  // The only one that ends a process which stands still.
  { signal: 'SIGKILL', until: Number.POSITIVE_INFINITY },
] as const;

/**
 * Shuts a postmaster down, and resolves when it is gone, to the signal that ended it. Any but SIGINT costs a recovery at
 * the next start and nothing else; after SIGKILL its sessions may be left.
 * @param how not `inOrder` where a checkpoint cannot be written
 */
export async function stopPostmaster(
  pid: number,
  timeoutMs = 90_000,
  { inOrder } = { inOrder: true },
): Promise<NodeJS.Signals> {
  const begun = performance.now();
  for (const { signal, until } of stopSignals.slice(inOrder ? 0 : 1)) {
    send(pid, signal);
    while (performance.now() - begun <= until * timeoutMs) {
      if (!(await isRunning(pid))) return signal;
      await delay(10);
    }
  }
  return 'SIGKILL';
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
    child.once('error', (error) => resolve(error.message));
  });
}
