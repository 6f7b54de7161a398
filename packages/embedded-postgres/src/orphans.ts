import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameDirectory } from './postmaster-file.ts';

/**
 * Sessions that a killed postmaster left block a new one until their queries end. Call only while no
 * postmaster runs.
 */
export async function endOrphans(data: string, signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
  const processes = await readdir('/proc').catch(() => []);
  const pids = processes.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0);
  for (const pid of pids) {
    if (await isOrphan(pid, data)) endAtOnce(pid, signal);
  }
}

async function isOrphan(pid: number, data: string): Promise<boolean> {
  if (!(await isSameDirectory(join('/proc', String(pid), 'cwd'), data))) return false;
  const [title, status] = await Promise.all([readProc(pid, 'cmdline'), readProc(pid, 'status')]);
  const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
  if (!title.startsWith('postgres: ') || parent === undefined) return false;
  return !(await isSameDirectory(join('/proc', parent, 'cwd'), data));
}

function endAtOnce(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

async function readProc(pid: number, name: string): Promise<string> {
  return readFile(join('/proc', String(pid), name), 'utf8').catch(() => '');
}
