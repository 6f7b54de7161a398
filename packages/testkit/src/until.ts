/**
 * Waits until `condition` gives something true, looking again every 10 ms, and gives that.
 * Throws after `timeoutMs`, naming `what`.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  timeoutMs = 10_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
