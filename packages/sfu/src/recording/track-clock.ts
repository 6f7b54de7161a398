/** If the sender's time differs from the arrival time by more than this many seconds, the clock restarts. */
const MAX_DRIFT = 2;
const RANGE = 2 ** 32;

/**
 * Converts RTP timestamps to seconds of the recording. Only the first packet's arrival time matters, so that network
 * jitter does not affect the recording.
 * @param rate the sender's clock rate in hertz
 */
export function createTrackClock(rate: number) {
  let first: { timestamp: number; seconds: number } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /**
     * @param arrived arrival time in seconds of the recording
     * @returns a time that never decreases
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
