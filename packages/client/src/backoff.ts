const BASE_MS = 500;
const MAX_MS = 30_000;

/**
 * Milliseconds. Full jitter, so that clients of a failed server do not all reconnect at the same time.
 *
 * @param failures failed attempts so far
 */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(failures, 10));
}
