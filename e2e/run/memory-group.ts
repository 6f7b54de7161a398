import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** In version 1 of control groups, each resource has its own hierarchy. */
const isFirstVersion = existsSync(join(ROOT, 'memory', 'memory.limit_in_bytes'));

export interface MemoryGroup {
  /** Includes children that the process starts later. */
  add(pid: number): void;
  usage(): number;
  /** Beyond the limit, the kernel kills a process. */
  limit(bytes: number | 'none'): void;
  kills(): number;
  remove(): void;
}

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
