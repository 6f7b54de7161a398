export const MAX_EXPORT_WAIT_MS = 300;

const NEWEST_WEIGHT = 0.3;

export interface QueueLimit {
  readonly current: number;
  record(ms: number): void;
}

/** `current` is the number of calls that can start within `maxWaitMs`, from 1 to `max`. */
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
