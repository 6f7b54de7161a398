/** If media time and arrival time differ by more than this number of seconds, the clock restarts. */
const MAX_DRIFT = 2;
const TIMESTAMP_RANGE = 2 ** 32;

/**
 * Converts RTP timestamps to seconds. Jitter has no effect, because arrivals count only at a start or
 * restart.
 *
 * @param rate the timestamps' frequency in hertz
 */
export function createTrackClock(rate: number) {
  let first: { timestamp: number; seconds: number } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /**
     * The result never decreases.
     *
     * @param arrived seconds since the start of the recording
     */
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
