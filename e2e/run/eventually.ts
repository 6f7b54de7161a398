import { until } from '@ringbinder/testkit/until.ts';

/** A start takes a second, but ten and more on a machine on which everything is tested at once. */
const TIMEOUT_MS = 60_000;

/** Waits until `condition` gives something true, and gives that. Throws after a minute by default, naming `what`. */
export function eventually<T>(
  what: string,
  condition: () => Promise<T> | T,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  return until(what, condition, timeoutMs);
}
