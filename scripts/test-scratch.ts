import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where one run of the tests keeps all that it makes. */
export interface Scratch {
  /** On the disk. */
  directory: string;
  /** In memory where there is a roomy file system of that kind, else the same. */
  memory: string;
  /** Kills the processes that tests have left, and removes everything. @returns what was left running, by process id */
  clear(): string[];
}

/** Makes the directories of one run. Every user may pass through: a database of a test may run as another one. */
export function makeScratch(): Scratch {
  const directory = make(tmpdir());
  const memory = isRoomy('/dev/shm') ? make('/dev/shm') : directory;
  return {
    directory,
    memory,
    clear() {
      const left = killUsersOf([directory, memory]);
      for (const each of [directory, memory])
        rmSync(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      return left;
    },
  };
}

function make(parent: string): string {
  // Short: the path of a Unix socket below it must not be longer than 107 bytes.
  const directory = mkdtempSync(join(parent, 'rb-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** More than all tests hold at once: 0.9 GB were seen, most of it data directories of real servers. */
const MAX_BYTES = 1.5e9;

function isRoomy(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > MAX_BYTES;
  } catch {
    return false;
  }
}

/** Kills every process that has one of the directories in its command or its environment. Linux only. */
function killUsersOf(directories: string[]): string[] {
  const left: string[] = [];
  const names = existsSync('/proc/self') ? readdirSync('/proc') : [];
  for (const pid of names.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    const [command, environment] = ['cmdline', 'environ'].map((name) => readIfThere(`/proc/${pid}/${name}`));
    if (!directories.some((directory) => `${command}\0${environment}`.includes(directory))) continue;
    left.push(`${pid} ${command?.replaceAll('\0', ' ').slice(0, 200)}`);
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return left;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
