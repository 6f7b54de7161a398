/** Counts what comes by a token bucket: `burst` at once, and `perSecond` as time goes on. */
export interface FrameRate {
  /** Takes one. Gives whether there was one left. */
  take(): boolean;
}

/** A bucket that is full. */
export function createFrameRate(burst: number, perSecond: number): FrameRate {
  let left = burst;
  let at = performance.now();
  return {
    take() {
      const now = performance.now();
      left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}
