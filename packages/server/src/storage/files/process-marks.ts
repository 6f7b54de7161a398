import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RENEW_MS = 10 * 60_000;
const ENDED_AFTER_MS = 50 * 60_000;

export interface ProcessMarks {
  mark(): string;
  /**
   * Returns false if this process has seen no change of the mark for 50 minutes. File times alone are wrong
   * after clock jumps and sleep.
   */
  isRunning(id: string): Promise<boolean>;
  removeEnded(): Promise<void>;
  close(): Promise<void>;
}

export function processMarks(folder: string): ProcessMarks {
  const id = randomBytes(6).toString('hex');
  const path = join(folder, id);
  const seen = new Map<string, { mtimeMs: number; since: number }>();
  let renewal: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    const now = new Date();
    await utimes(path, now, now).catch(() => writeFile(path, '', { mode: 0o600 }));
  }

  async function isRunning(other: string): Promise<boolean> {
    if (other === id) return true;
    const mark = await stat(join(folder, other)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const known = seen.get(other);
    if (mark && known?.mtimeMs === mark.mtimeMs) return performance.now() - known.since < ENDED_AFTER_MS;
    if (mark) seen.set(other, { mtimeMs: mark.mtimeMs, since: performance.now() });
    else seen.delete(other);
    return mark !== undefined;
  }

  return {
    mark() {
      if (renewal) return id;
      // Otherwise, another process could remove the first temporary file.
      writeFileSync(path, '', { mode: 0o600 });
      renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref();
      return id;
    },
    isRunning,
    async removeEnded() {
      for (const other of await readdir(folder))
        if (!(await isRunning(other))) await rm(join(folder, other), { force: true });
    },
    async close() {
      clearInterval(renewal);
      renewal = undefined;
      await rm(path, { force: true });
    },
  };
}
