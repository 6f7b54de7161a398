/** In seconds. Above this difference of media time and arrival time, the clock restarts. */
const MAX_DRIFT = 2;
const TIMESTAMP_RANGE = 2 ** 32;

/** Arrival times count only at a start or restart, so jitter has no effect. `rate` is in hertz. */
export function createTrackClock(rate: number) {
  let first: { timestamp: number; seconds: number } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    secondsOf(timestamp: number, arrived: number): number {
      first ??= { timestamp, seconds: arrived };
      const ahead = (timestamp - first.timestamp + TIMESTAMP_RANGE) % TIMESTAMP_RANGE;
      const passed = (ahead < TIMESTAMP_RANGE / 2 ? ahead : ahead - TIMESTAMP_RANGE) / rate;
      let seconds = first.seconds + passed;
      if (Math.abs(seconds - arrived) > MAX_DRIFT) {
        first = { timestamp, seconds: arrived };
        seconds = arrived;
      }
      last = Math.max(seconds, last);
      return last;
    },
  };
}
