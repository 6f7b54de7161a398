import { readFileSync } from 'node:fs';
import { StartupError } from '../storage/startup-error.ts';

/** An idle server has 60 open files, and each caller adds one or two. */
const MIN_OPEN_FILES = 256;

/** With a lower limit, the start would fail at an arbitrary point. Without /proc, the check passes. */
export function checkFileDescriptorLimit(limits: string = readLimits()): void {
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
