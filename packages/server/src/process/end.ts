import { write } from 'node:fs';
import { promisify } from 'node:util';
import type { ServerLog } from './logger.ts';

/** How long the last lines may take: a disk or a pipe that takes none is not waited for. */
const LAST_LINES_MS = 1_000;

/**
 * Writes to standard error without waiting for who reads it: `process.stderr.write` blocks the process while a terminal
 * is paused, and fails later on one that is closed. Resolves after a second at the latest, to whether the write came back.
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
 * Ends the process, with what is left of the log written where a second is enough for that. `process.exit` waits for
 * writes under way, for as long as they take; where one hangs the process kills itself.
 * @param left what was not waited for
 */
export async function endProcess(
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
