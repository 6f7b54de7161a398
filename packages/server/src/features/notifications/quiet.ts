import type { QuietHours } from '@ringbinder/protocol';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * Returns undefined outside the quiet hours. On the night of a clock change, the result can be wrong by an
 * hour.
 *
 * @param zone a name of the tz database, or an empty string for UTC
 */
export function quietUntil({ from, to }: QuietHours, now: number, zone: string): number | undefined {
  const [start, end, minute] = [minutesOf(from), minutesOf(to), minutesIn(now, zone)];
  const sinceStart = (minute - start + DAY_MINUTES) % DAY_MINUTES;
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES;
  if (sinceStart >= length) return undefined;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + (length - sinceStart) * MINUTE_MS;
}

/** Exact even on the day of a clock change, unless the change skips `time`. */
export function nextTimeOfDay(time: string, now: number, zone: string): number {
  const target = minutesOf(time);
  const left = (target - minutesIn(now, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const at = Math.floor(now / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
  const off = ((target - minutesIn(at, zone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return at + off * MINUTE_MS;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function minutesIn(now: number, zone: string): number {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone || 'UTC' } as const;
  return minutesOf(new Intl.DateTimeFormat('en-GB', options).format(now));
}
