const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/** As the browser tests wait for an element: what takes a second may take thirty on a machine that tests three files at a time. */
export const TIMEOUT_MS = 60_000;

/**
 * Waits until `condition` returns something true, and returns that. Throws after `timeoutMs`, naming `what`. It checks every
 * 10 ms at first, and less often the longer it takes: most conditions are calls, and keep a whole processor busy.
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
