import { until } from '@ringbinder/testkit';

/** A start takes a second, but ten and more on a machine on which everything is tested at once. */
const PATIENCE_MS = 60_000;

/** Waits until `condition` gives something true, and gives that. Throws after a minute, naming `what`. */
export function eventually<T>(what: string, condition: () => Promise<T> | T): Promise<NonNullable<T>> {
  return until(what, condition, PATIENCE_MS);
}
