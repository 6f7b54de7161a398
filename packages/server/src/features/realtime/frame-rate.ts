/** Counts what comes by a token bucket: `burst` at once, and `perSecond` as time goes on. */
interface FrameRate {
  burst: number;
  perSecond: number;
  left: number;
  at: number;
}

/** A pointer that moves, at each picture of a screen. */
const EPHEMERAL = { burst: 120, perSecond: 60 };
/** Beside the subscriptions with which one comes back. */
const BURST = 100;
const PER_SECOND = 20;

/** What one connection may send: ephemeral frames are counted by themselves. */
export interface FrameRates {
  /** Takes a frame of a type. Gives whether there was one left. */
  take(type: string): boolean;
}

/** Buckets that are full. */
export function createFrameRates(maxSubscriptions: number): FrameRates {
  const now = performance.now();
  const burst = maxSubscriptions + BURST;
  const others: FrameRate = { burst, perSecond: PER_SECOND, left: burst, at: now };
  const ephemeral: FrameRate = { ...EPHEMERAL, left: EPHEMERAL.burst, at: now };
  return { take: (type) => takeOne(type === 'publish' ? ephemeral : others) };
}

function takeOne(rate: FrameRate): boolean {
  const now = performance.now();
  rate.left = Math.min(rate.burst, rate.left + ((now - rate.at) / 1_000) * rate.perSecond);
  rate.at = now;
  if (rate.left < 1) return false;
  rate.left--;
  return true;
}
