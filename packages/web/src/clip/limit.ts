import { BIT_RATES } from './recorder.ts';

/** The longest recording, however large the server lets files be. */
const MOST_SECONDS = 30 * 60;
/** What a server takes that does not tell: its default. */
const DEFAULT_BYTES = 200 * 1024 ** 2;
/** Encoders keep to a bit rate on the average. */
const ROOM = 0.85;

/** How many seconds can be recorded until the server would take no more. Whole minutes, where there are some. */
export function limitSeconds(largestBytes: number | undefined, hasPicture: boolean): number {
  const bits = BIT_RATES.audio + (hasPicture ? BIT_RATES.video : 0);
  const seconds = Math.min(MOST_SECONDS, Math.floor((((largestBytes ?? DEFAULT_BYTES) * 8) / bits) * ROOM));
  return seconds < 120 ? Math.max(5, seconds) : Math.floor(seconds / 60) * 60;
}
