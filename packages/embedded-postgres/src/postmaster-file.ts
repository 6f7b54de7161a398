import { link, readFile, readlink, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './errors.ts';

/** What `postmaster.pid` in a data directory says of the server that wrote it. */
export interface PostmasterFile {
  readonly pid: number;
  /** Seconds since 1970, as written. */
  readonly startedAt: string;
  /** Where it made its socket; undefined until it has. */
  readonly socketDirectory: string | undefined;
  /** 'starting', 'stopping', 'ready' or 'standby'; undefined until it has got so far. */
  readonly status: string | undefined;
}

/** Reads `postmaster.pid`. Undefined when there is none, or it is still empty. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  return parsePostmasterFile(await readIfThere(join(data, 'postmaster.pid')));
}

/** The lines are: pid, data directory, start time, port, socket directory, address, shared memory, status. */
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

/**
 * The server that runs on this data directory, by its `postmaster.pid`. Undefined when none does: no file, one left
 * behind by a server that is gone, or one whose process id now is another program's.
 */
export async function findPostmaster(data: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(data);
  return file !== undefined && (await isServing(file.pid, data)) ? file : undefined;
}

/**
 * Whether a process of this user is there, and not merely waiting for its parent to notice its end. One that this
 * user may not signal is another user's: its number was used again.
 */
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
 * Removes the lock files that PostgreSQL would wrongly stop at: it takes any living process of that number for the
 * server, also one that got the number later (after a restart of a container it is often the same small one), and
 * does not look into an empty file. Files of a dead process are left: PostgreSQL replaces those itself.
 */
export async function clearStaleLocks(data: string, socket: string): Promise<void> {
  for (const path of [join(data, 'postmaster.pid'), `${socket}.lock`]) {
    const text = await readIfThere(path);
    const file = parsePostmasterFile(text);
    const isStale =
      file === undefined ? text === '' && (await isOld(path)) : !(await isServing(file.pid, data));
    if (isStale) await removeIfStill(path, text);
  }
}

/** Where the system tells, by the server's working directory, which is its data directory; else it is believed. */
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

/** Whether both paths lead to one directory. False when one leads nowhere. */
export async function isSameDirectory(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** An empty lock file is a server just starting, or one cut off (a full disk): the former lasts for microseconds. */
async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > 5_000;
}

/** Another starter may replace the file between our look at it and its removal: then it is put back. */
async function removeIfStill(path: string, judged: string): Promise<void> {
  const aside = join(dirname(path), `.stale-lock-${process.pid}`);
  try {
    await rename(path, aside);
    if ((await readIfThere(aside)) !== judged) await link(aside, path);
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
