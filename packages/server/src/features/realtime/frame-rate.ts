/** Counts by a token bucket: `burst` at once, and `perSecond` as time goes on. */
export interface FrameRate {
  /** Takes so many. Gives whether there were as many left; none is taken otherwise. */
  take(count?: number): boolean;
}

export function createFrameRate({ burst, perSecond }: { burst: number; perSecond: number }): FrameRate {
  let left = burst;
  let at = performance.now();
  return {
    take(count = 1) {
      const now = performance.now();
      left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < count) return false;
      left -= count;
      return true;
    },
  };
}

/** A pointer that moves, at each picture of a screen. */
const EPHEMERAL = { burst: 120, perSecond: 60 };
/** Beside the subscriptions with which one comes back. */
const BURST = 100;
const PER_SECOND = 20;

export interface FrameRates {
  /** Takes a frame of a type. Gives whether there was one left. */
  take(type: string): boolean;
}

/** Buckets that are full. */
export function createFrameRates(maxSubscriptions: number): FrameRates {
  const others = createFrameRate({ burst: maxSubscriptions + BURST, perSecond: PER_SECOND });
  const ephemeral = createFrameRate(EPHEMERAL);
  return { take: (type) => (type === 'publish' ? ephemeral : others).take() };
}
