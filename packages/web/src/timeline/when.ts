import { isSameYear, startOfDay } from '../design/dates.ts';
import { timeZone } from '../design/zone.ts';
import { text } from '../strings/app.ts';

const DAY_MS = 86_400_000;
const here = timeZone === undefined ? {} : { timeZone };
const times = new Intl.DateTimeFormat(text.locale, { ...here, timeStyle: 'short' });
const weekdays = new Intl.DateTimeFormat(text.locale, { ...here, weekday: 'short' });
const dates = new Intl.DateTimeFormat(text.locale, { ...here, day: 'numeric', month: 'short' });
const longDates = new Intl.DateTimeFormat(text.locale, {
  ...here,
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
});

/** When something was, as short as it can be told: the time today, the day within a week, else the date. */
export function formatWhen(at: number, now: number): string {
  const today = startOfDay(now);
  if (at >= today) return times.format(at);
  if (at >= today - 6 * DAY_MS) return weekdays.format(at);
  return isSameYear(at, now) ? dates.format(at) : longDates.format(at);
}
