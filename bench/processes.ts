import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc, whatever the kernel's timer frequency. */
const TICKS_PER_SECOND = 100;

interface ProcessState {
  pid: number;
  name: string;
  parent: number;
  cpuSeconds: number;
  startedAt: number;
  endedSeconds: number;
}

function readState(pid: number): ProcessState | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name may contain spaces and parentheses, so begin after its end.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return {
    pid,
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    parent: Number(fields[1]),
    cpuSeconds: seconds(11),
    startedAt: Number(fields[19]),
    endedSeconds: seconds(13),
  };
}

export function childrenOf(parent: number): ProcessState[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readState(Number(name)))
    .filter((state): state is ProcessState => state?.parent === parent);
}

/** Includes all threads. Returns NaN after the process has exited. */
export function cpuSecondsOf(pid: number): number {
  return readState(pid)?.cpuSeconds ?? Number.NaN;
}

/** Includes children, even exited ones. Returns NaN after the process has exited. */
export function cpuSecondsOfFamily(pid: number): number {
  const own = readState(pid);
  const family = childrenOf(pid).map((child) => child.cpuSeconds + child.endedSeconds);
  return own ? family.reduce((sum, seconds) => sum + seconds, own.cpuSeconds + own.endedSeconds) : Number.NaN;
}

/** Returns the id of the PostgreSQL process that the server started. Throws if it finds none. */
export function findPostmaster(serverPid: number): number {
  const postmaster = childrenOf(serverPid).find(({ name }) => name.startsWith('postgres'));
  if (!postmaster) throw new Error(`process ${serverPid} has no PostgreSQL of its own`);
  return postmaster.pid;
}

/** In MB, with workers, without PostgreSQL. */
export function residentMegabytes(serverPid: number): number {
  const workers = childrenOf(serverPid).filter(({ name }) => !name.startsWith('postgres'));
  return [serverPid, ...workers.map(({ pid }) => pid)].reduce((sum, pid) => sum + residentOf(pid), 0);
}

/** In MB. */
export function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes) / 1024;
}

const commandLineOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

export function childrenThatRun(parent: number, words: string): number[] {
  return childrenOf(parent).flatMap(({ pid }) => {
    try {
      return commandLineOf(pid).includes(words) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

export function findOldestChild(parent: number, words: string): number {
  const [oldest] = childrenOf(parent)
    .filter(({ pid }) => commandLineOf(pid).includes(words))
    .sort((one, other) => one.startedAt - other.startedAt);
  if (!oldest) throw new Error(`process ${parent} has no child that runs ${words}`);
  return oldest.pid;
}
