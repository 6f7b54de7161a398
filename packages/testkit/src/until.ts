import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/** As the browser tests wait for an element: what takes a second may take thirty on a machine that tests three files at a time. */
export const TIMEOUT_MS = 60_000;

/**
 * Waits until `condition` gives something true, and gives that. Throws after `timeoutMs`, naming `what`. It looks every
 * 10 ms at first, and more seldom the longer it takes: most conditions are calls, and keep a whole processor busy.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const result = await poll(condition, Boolean, timeoutMs);
  if (result) return result;
  throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
}

/**
 * Waits until what is read equals `expected`, as deeply as `assert.deepEqual`, and else fails as that does after a
 * minute. For what is drawn or stored a moment after it was done: a page draws in the next frame.
 */
export async function becomes<T>(read: () => Promise<T> | T, expected: T, message?: string): Promise<void> {
  assert.deepEqual(
    await poll(read, (value) => isDeepStrictEqual(value, expected), TIMEOUT_MS),
    expected,
    message,
  );
}

/** Reads until it is as wanted, or the time is over. @returns what was read last */
async function poll<T>(
  read: () => Promise<T> | T,
  isWanted: (value: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const value = await read();
    const elapsed = Date.now() - begun;
    if (isWanted(value) || elapsed > timeoutMs) return value;
    const pause = Math.min(Math.max(MIN_PAUSE_MS, elapsed / 20), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
