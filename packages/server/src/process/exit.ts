import { write } from 'node:fs';
import { promisify } from 'node:util';
import type { ServerLog } from './logger.ts';

const LAST_LINES_MS = 1_000;

/**
 * `process.stderr.write` blocks while a terminal is paused. Returns false if the write hangs for a second.
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

/** If writing the log or stderr hangs, `process.exit` would wait, so the process kills itself. */
export async function exit(
  code: number,
  log: ServerLog | undefined,
  unstopped: readonly string[] = [],
): Promise<never> {
  const logState = await log?.close(LAST_LINES_MS);
  const lines = [];
  if (typeof logState === 'object') lines.push(`Lines of the log were lost: ${logState.lost.message}\n`);
  const names = logState === 'hung' ? [...unstopped, 'the log'] : unstopped;
  if (names.length > 0) lines.push(`Stopped without waiting for: ${names.join(', ')}.\n`);
  const isWritten = lines.length === 0 || (await writeStderr(lines.join('')));
  if (logState === 'hung' || !isWritten) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
