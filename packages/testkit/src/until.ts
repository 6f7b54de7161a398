const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 50;

/** High, because a second of work can take thirty on a busy machine. */
export const TIMEOUT_MS = 60_000;

/** Pauses grow, because a condition can occupy a core. The error contains `what`. */
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
