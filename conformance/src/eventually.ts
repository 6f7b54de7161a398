import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;

/** The words of pages are read after the upload has answered. */
export const INDEXED_WITHIN_SECONDS = 120;

/** Tries something until it gives what is looked for, for as long as `seconds`. Gives the last answer. */
export async function eventually<T>(
  seconds: number,
  look: () => Promise<T>,
  isThere: (value: T) => boolean,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (isThere(value) || Date.now() > end) return value;
    await delay(POLL_INTERVAL_MS);
  }
}
