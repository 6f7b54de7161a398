const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/**
 * Equal to the timeout for elements in browser tests. Work of a second can take thirty while a machine runs three test
 * files.
 */
export const TIMEOUT_MS = 60_000;

/**
 * Waits until `condition` returns a truthy value, and returns it. Throws after `timeoutMs`; the error contains `what`.
 * Polls every 10 ms at first and then less often, because most conditions are calls that use a whole core.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const start = Date.now();
  for (;;) {
    const result = await condition();
    if (result) return result;
    const elapsed = Date.now() - start;
    if (elapsed > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    const pause = Math.min(Math.max(MIN_PAUSE_MS, elapsed / 20), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
