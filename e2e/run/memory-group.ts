import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Version 1 has a hierarchy for each resource. */
const isFirstVersion = existsSync(join(ROOT, 'memory', 'memory.limit_in_bytes'));

/** A control group of the kernel, whose processes share a limit of memory. */
export interface MemoryGroup {
  /** Puts a process into it; what it starts from then on is in it too. */
  add(pid: number): void;
  /** Bytes that its processes have, with the pages of files that the kernel keeps for them. */
  usage(): number;
  /** They may have so many bytes, or any number. Where they have more, the kernel ends one of them. */
  limit(bytes: number | 'none'): void;
  /** How many the kernel has ended. */
  kills(): number;
  /** Once all of its processes are gone. */
  remove(): void;
}

/** Makes one. Throws where only the system may. */
export function makeMemoryGroup(name: string): MemoryGroup {
  const directory = join(isFirstVersion ? join(ROOT, 'memory') : ROOT, name);
  mkdirSync(directory);
  const files = isFirstVersion
    ? { usage: 'memory.usage_in_bytes', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' }
    : { usage: 'memory.current', limit: 'memory.max', events: 'memory.events' };
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  return {
    add: (pid) => writeFileSync(join(directory, 'cgroup.procs'), String(pid)),
    usage: () => Number(read(files.usage)),
    limit(bytes) {
      const none = isFirstVersion ? '-1' : 'max';
      writeFileSync(join(directory, files.limit), bytes === 'none' ? none : String(bytes));
    },
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(files.events))?.[1] ?? 0),
    remove: () => rmdirSync(directory),
  };
}

/** Options of a test that needs one: skipped where only the system may make them, as in most containers. */
export const memoryGroupNeeded = { skip: !hasMemoryGroups() };

function hasMemoryGroups(): boolean {
  try {
    const group = makeMemoryGroup(`ringbinder-probe-${process.pid}`);
    try {
      group.limit('none');
      group.kills();
    } finally {
      group.remove();
    }
    return true;
  } catch {
    return false;
  }
}
