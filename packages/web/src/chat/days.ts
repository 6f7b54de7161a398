import { isSameYear, startOfDay } from '../design/dates.ts';
import { localized, readersLocale } from '../design/locale.ts';
import { readersZone } from '../design/zone.ts';

const distances = localized((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const sameYear = localized(
  (locale) =>
    new Intl.DateTimeFormat(locale, { ...readersZone, weekday: 'long', day: 'numeric', month: 'long' }),
);
const otherYear = localized(
  (locale) => new Intl.DateTimeFormat(locale, { ...readersZone, dateStyle: 'long' }),
);
const DAY_MS = 86_400_000;
/** 36 hours after midnight is always the next day, even if a day has 23 or 25 hours. */
const DAY_AND_HALF_MS = 1.5 * DAY_MS;

const latestDay = localized(() => ({ start: 0, end: 0 }));

export function dayKey(at: number): string {
  const day = latestDay();
  if (at < day.start || at >= day.end) {
    day.start = startOfDay(at);
    day.end = startOfDay(day.start + DAY_AND_HALF_MS);
  }
  return String(day.start);
}

export function nameDay(at: number, now: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  if (days === 0 || days === -1) return capitalised(distances().format(days, 'day'));
  return (isSameYear(at, now) ? sameYear() : otherYear()).format(at);
}

const capitalised = (word: string) => `${word.charAt(0).toLocaleUpperCase(readersLocale())}${word.slice(1)}`;
