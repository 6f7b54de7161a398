/**
 * Exports wait so long at the most for those before them, but for one, which may wait behind a large one: who asks for a file
 * would rather wait for it than be told to ask again.
 */
export const MAX_EXPORT_WAIT_MS = 300;

/** How much the newest piece of work counts in how long they take. */
const NEWEST_WEIGHT = 0.3;

/** How many pieces of work may wait, by how long they take. */
export interface QueueLimit {
  readonly current: number;
  /** Tells how long one has taken. */
  record(ms: number): void;
}

/**
 * As many may wait as are begun within `maxWaitMs`, by what they took lately: one at the least, and `max` at the most, also
 * until the first has been measured.
 * @param concurrency how many are done at a time
 */
export function createQueueLimit(
  concurrency: number,
  max: number,
  maxWaitMs = Number.POSITIVE_INFINITY,
): QueueLimit {
  let averageMs = 0;
  return {
    get current() {
      if (averageMs === 0) return max;
      return Math.min(max, Math.max(1, Math.floor((maxWaitMs * concurrency) / averageMs)));
    },
    record(ms) {
      averageMs = averageMs === 0 ? ms : averageMs + NEWEST_WEIGHT * (ms - averageMs);
    },
  };
}
