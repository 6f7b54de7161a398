/** Further than this from when it came, the time that a sender gives says nothing any more, in seconds. */
const MAX_DRIFT = 2;
const RANGE = 2 ** 32;

/**
 * Gives the time of packets in a recording, in seconds, by the sender's clock, which begins when its first packet comes:
 * so what a network delays is written as evenly as it was sent.
 * @param rate of the sender's clock, in hertz
 */
export function createTrackClock(rate: number) {
  let first: { timestamp: number; seconds: number } | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** @param arrived when it came, in seconds of the recording. @returns never less than the time before */
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
