import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { startRingbinder } from './ringbinder.ts';

/** Memory is ten times faster than a disk for the thousand small files of a data directory. */
function roomyMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1e9 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}

let base: string | undefined;
/** Creates the directory on demand, because Playwright also loads test files that it does not run. */
function baseDirectory(): string {
  if (base !== undefined) return base;
  base = mkdtempSync(join(process.env.RINGBINDER_TEST_MEMORY ?? roomyMemory() ?? tmpdir(), 'rb-run-'));
  // If root runs the tests, the database runs as another user.
  chmodSync(base, 0o711);
  return base;
}

const directories: string[] = [];
let template: Promise<string> | undefined;
const ofTheRun = process.env.RINGBINDER_TEST_MEMORY;

export async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(baseDirectory(), 'd-'));
  await chmod(directory, 0o711);
  directories.push(directory);
  return directory;
}

/** Returns a copy of a directory in which a server has started and stopped once. */
export async function usedDirectory(): Promise<string> {
  template ??= useDirectory();
  const directory = await emptyDirectory();
  // `cpSync` takes a seventh of the CPU time of the asynchronous function.
  cpSync(await template, directory, { recursive: true });
  return directory;
}

async function useDirectory(): Promise<string> {
  if (ofTheRun === undefined) return startOnce(await emptyDirectory());
  const shared = join(ofTheRun, 'used');
  const isFirst = await mkdir(`${shared}.claim`).then(
    () => true,
    () => false,
  );
  if (isFirst) await rename(await startOnce(await emptyDirectory()), shared);
  await until('the first test file has started Ringbinder once', () => existsSync(shared));
  return shared;
}

async function startOnce(directory: string): Promise<string> {
  const ringbinder = await startRingbinder(directory);
  await ringbinder.stop();
  return directory;
}

/** If root cannot start a database in a private directory, all users can enter it. */
export async function privateDirectory(): Promise<string> {
  const directory = await emptyDirectory();
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot || spawnSync('unshare', ['--user', 'true']).status === 0) await chmod(directory, 0o700);
  return directory;
}

export async function databaseProcess(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return pid > 0 && isAlive(pid) ? pid : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has an entry until its parent waits for it.
    return !/^State:\s+Z/m.test(existsSync('/proc/self') ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

export async function removeDirectories(): Promise<void> {
  for (const directory of directories) {
    const pid = await databaseProcess(directory);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGQUIT');
    await until('the database is gone', () => !isAlive(pid));
  }
  if (base !== undefined) rmSync(base, { recursive: true, force: true });
}
