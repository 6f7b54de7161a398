/** Seconds between sender and arrival time after which the clock restarts. */
const MAX_DRIFT = 2;
const RANGE = 2 ** 32;

/**
 * RTP timestamps to seconds. Only the first arrival matters, so jitter has no effect.
 *
 * @param rate in hertz
 */
export function createTrackClock(rate: number) {
  let first: { timestamp: number; seconds: number } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /**
     * @param arrived seconds of the recording
     * @returns never decreases
     */
    secondsOf(timestamp: number, arrived: number): number {
      first ??= { timestamp, seconds: arrived };
      const ahead = (timestamp - first.timestamp + RANGE) % RANGE;
      const passed = (ahead < RANGE / 2 ? ahead : ahead - RANGE) / rate;
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
