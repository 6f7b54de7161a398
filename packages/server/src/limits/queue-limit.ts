/** Maximum expected wait of an export. One may wait longer, behind a large one: callers prefer waiting to a retry. */
export const MAX_EXPORT_WAIT_MS = 300;

/** Weight of the newest duration in the moving average. */
const NEWEST_WEIGHT = 0.3;

export interface QueueLimit {
  readonly current: number;
  record(ms: number): void;
}

/**
 * Allows as many waiting pieces of work as start within `maxWaitMs` at the recent average duration: at least one, at
 * most `max`. Before the first measurement it is `max`.
 * @param concurrency how many run at once
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
