const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/**
 * Waits until `condition` gives something true, and gives that. Throws after `timeoutMs`, naming `what`. It looks every
 * 10 ms at first, and more seldom the longer it takes: most conditions are calls, and keep a whole processor busy.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  timeoutMs = 10_000,
): Promise<NonNullable<T>> {
  const begun = Date.now();
  for (;;) {
    const result = await condition();
    if (result) return result;
    const elapsed = Date.now() - begun;
    if (elapsed > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    const pause = Math.min(Math.max(MIN_PAUSE_MS, elapsed / 20), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
