import { clockTime } from '../design/clock-time.ts';

/** Seconds to a tenth, as one cuts: 1:05.3. */
export function cutTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${clockTime(Math.floor(tenths / 10))}.${tenths % 10}`;
}
