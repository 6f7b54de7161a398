import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { startRingbinder } from './ringbinder.ts';

/** Copying the thousand small files of a database takes 0.1 s in memory, and up to 1 s on a disk. */
function roomyMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1e9 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}

let base: string | undefined;
/** Created by the first directory: Playwright also loads the files of tests that it does not run. */
function baseDirectory(): string {
  if (base !== undefined) return base;
  base = mkdtempSync(join(process.env.RINGBINDER_TEST_MEMORY ?? roomyMemory() ?? tmpdir(), 'rb-run-'));
  // A database that root starts may run as another user, who has to pass through.
  chmodSync(base, 0o711);
  return base;
}

const made: string[] = [];
let template: Promise<string> | undefined;
/** Where the files of one test run share what the first of them has made. */
const ofTheRun = process.env.RINGBINDER_TEST_MEMORY;

/** A new, empty data directory. */
export async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(baseDirectory(), 'd-'));
  await chmod(directory, 0o711);
  made.push(directory);
  return directory;
}

/** A data directory in which Ringbinder was started once, and stopped: database, demo and keys are there. */
export async function usedDirectory(): Promise<string> {
  template ??= useDirectory();
  const directory = await emptyDirectory();
  // At once: file by file through Node's threads, it takes seven times as much of the processor.
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

/** A directory that only this user can enter; where root cannot start a database in such a one, one that all can. */
export async function privateDirectory(): Promise<string> {
  const directory = await emptyDirectory();
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot || spawnSync('unshare', ['--user', 'true']).status === 0) await chmod(directory, 0o700);
  return directory;
}

/** The process id of the database server of a data directory; undefined when it does not run. */
export async function databaseProcess(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return pid > 0 && isAlive(pid) ? pid : undefined;
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended stays listed until whoever adopted it has asked.
    return !/^State:\s+Z/m.test(existsSync('/proc/self') ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

/** Ends the databases that tests have left running, and removes the directories. */
export async function removeDirectories(): Promise<void> {
  for (const directory of made) {
    const pid = await databaseProcess(directory);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGQUIT');
    await until('the database is gone', () => !isAlive(pid));
  }
  if (base !== undefined) rmSync(base, { recursive: true, force: true });
}
