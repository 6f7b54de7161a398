import { write } from 'node:fs';
import { promisify } from 'node:util';
import type { ServerLog } from './logger.ts';

/** Time for the last lines, in case a disk or pipe is blocked. */
const LAST_LINES_MS = 1_000;

/**
 * Writes to standard error without blocking: `process.stderr.write` blocks while a terminal is paused, and fails later
 * on a closed one. Resolves within a second to whether the write completed.
 */
export async function writeStderr(text: string): Promise<boolean> {
  const written = promisify(write)(2, text).then(
    () => true,
    () => true,
  );
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), LAST_LINES_MS);
  return Promise.race([written, late]).finally(() => clearTimeout(timer));
}

/**
 * Ends the process after writing the rest of the log, for at most a second. `process.exit` waits for writes in progress
 * without limit; if one hangs, the process kills itself.
 * @param left names of parts that did not stop in time
 */
export async function exit(
  code: number,
  log: ServerLog | undefined,
  left: readonly string[] = [],
): Promise<never> {
  const became = await log?.close(LAST_LINES_MS);
  const lines = [];
  if (typeof became === 'object') lines.push(`Lines of the log were lost: ${became.lost.message}\n`);
  const names = became === 'hung' ? [...left, 'the log'] : left;
  if (names.length > 0) lines.push(`Stopped without waiting for: ${names.join(', ')}.\n`);
  const isSaid = lines.length === 0 || (await writeStderr(lines.join('')));
  if (became === 'hung' || !isSaid) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
