/** A token bucket: `burst` frames at once, then `perSecond`. */
export interface FrameRate {
  /** Takes all frames or none. */
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

/** For `publish` frames. Enough for a pointer that moves at display rate. */
const EPHEMERAL = { burst: 120, perSecond: 60 };
/** Allows for a reconnect, in addition to one frame per subscription. */
const BURST = 100;
const PER_SECOND = 20;

export interface FrameRates {
  take(type: string): boolean;
}

export function createFrameRates(maxSubscriptions: number): FrameRates {
  const others = createFrameRate({ burst: maxSubscriptions + BURST, perSecond: PER_SECOND });
  const ephemeral = createFrameRate(EPHEMERAL);
  return { take: (type) => (type === 'publish' ? ephemeral : others).take() };
}
