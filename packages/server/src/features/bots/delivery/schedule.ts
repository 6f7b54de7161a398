const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after the first, second … failure, milliseconds. After one more the event is given up. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Up to this part of a delay is added, so that what failed together does not come back together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * How long to wait after a failure, milliseconds; null when the event is to be given up. A receiver that asked for more
 * time gets it, up to a day.
 * @param failures how many times it has failed by now
 * @param retryAfterMs what `Retry-After` said
 * @param random from 0 to 1
 */
export function retryDelay(
  failures: number,
  retryAfterMs: number | undefined,
  random: number = Math.random(),
): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Reads `Retry-After`: seconds, or a date. @param now milliseconds since 1970-01-01 UTC */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
