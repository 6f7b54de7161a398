import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;

export const INDEXED_WITHIN_SECONDS = 120;
/** Servers may check reminders only every few seconds. */
export const REMINDED_WITHIN_SECONDS = 30;

/** Repeats `look` for up to `seconds`, until its result satisfies `isThere`. Returns the last result. */
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
