const BASE_MS = 500;
const MAX_MS = 30_000;

/**
 * Milliseconds to wait before an attempt: exponential, with full jitter, so that clients that lost the same server do not
 * come back together.
 * @param failures how many attempts have failed, from 0
 */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(failures, 10));
}
