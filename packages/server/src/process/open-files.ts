import { readFileSync } from 'node:fs';
import { StartupError } from '../storage/startup-error.ts';

/** An idle server has some 60 files and connections open, and each caller adds one or two. */
const MIN_OPEN_FILES = 256;

/**
 * Throws StartupError when this process may not open the files that a server needs. Without this the start fails
 * wherever it happens to be, with a reason that misleads. Where the system does not tell, nothing is checked.
 */
export function checkOpenFiles(limits: string = readLimits()): void {
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? MIN_OPEN_FILES);
  if (most >= MIN_OPEN_FILES) return;
  throw new StartupError(
    `this process may have ${most} files open at once, and needs ${MIN_OPEN_FILES} at least: raise the limit, as with "ulimit -n 4096"`,
  );
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
