/**
 * Maximum expected wait of an export. Because the queue allows at least one, an export behind a large one may wait
 * longer.
 */
export const MAX_EXPORT_WAIT_MS = 300;

/** Weight of the newest duration in the moving average. */
const NEWEST_WEIGHT = 0.3;

export interface QueueLimit {
  readonly current: number;
  record(ms: number): void;
}

/**
 * Limits a queue to the work that would start within `maxWaitMs` at the recent average duration: at least one piece, at
 * most `max`. Before the first measurement the limit is `max`.
 * @param concurrency number of pieces that run at once
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
