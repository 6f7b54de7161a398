import { link, readFile, readlink, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './errors.ts';

export interface PostmasterFile {
  readonly pid: number;
  /** Seconds since 1970-01-01 UTC. */
  readonly startedAt: string;
  readonly socketDirectory: string | undefined;
  /** 'starting', 'stopping', 'ready' or 'standby'. */
  readonly status: string | undefined;
}

export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  return parsePostmasterFile(await readIfThere(join(data, 'postmaster.pid')));
}

/**
 * The lines are process id, data directory, start time, port, socket directory, address, shared memory,
 * status.
 */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    startedAt: lines[2] ?? '',
    socketDirectory: lines[4] || undefined,
    status: lines[7]?.trim() || undefined,
  };
}

export async function findPostmaster(data: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(data);
  return file !== undefined && (await isServing(file.pid, data)) ? file : undefined;
}

/** Returns false for a zombie, and for another user's process, which must have reused the id. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readIfThere(`/proc/${pid}/stat`);
  return !/^\d+ \(.*\) [ZX] /s.test(status);
}

/**
 * PostgreSQL trusts a lock file if its process id exists, but ids are reused, often after a container
 * restart. PostgreSQL also rejects empty lock files.
 */
export async function clearStaleLocks(data: string, socket: string): Promise<void> {
  for (const path of [join(data, 'postmaster.pid'), `${socket}.lock`]) {
    const text = await readIfThere(path);
    const file = parsePostmasterFile(text);
    const isStale =
      file === undefined ? text === '' && (await isOld(path)) : !(await isServing(file.pid, data));
    if (isStale) await removeIfUnchanged(path, text);
  }
}

/** A server's working directory is `data`. Without /proc, trusts the file. */
async function isServing(pid: number, data: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  const cwd = `/proc/${pid}/cwd`;
  try {
    await readlink(cwd);
  } catch {
    return true;
  }
  return isSameDirectory(cwd, data);
}

export async function isSameDirectory(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** A starting server's lock file is empty for microseconds. One that stays empty is left from a full disk. */
async function isOld(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > 5_000;
}

async function removeIfUnchanged(path: string, expectedText: string): Promise<void> {
  const aside = join(dirname(path), `.stale-lock-${process.pid}`);
  try {
    await rename(path, aside);
    if ((await readIfThere(aside)) !== expectedText) await link(aside, path);
    await unlink(aside);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return '';
    throw error;
  }
}
