import { text } from '../strings/app.ts';

const DAY_MS = 86_400_000;
const times = new Intl.DateTimeFormat(text.locale, { timeStyle: 'short' });
const weekdays = new Intl.DateTimeFormat(text.locale, { weekday: 'short' });
const dates = new Intl.DateTimeFormat(text.locale, { day: 'numeric', month: 'short' });
const longDates = new Intl.DateTimeFormat(text.locale, { day: '2-digit', month: '2-digit', year: '2-digit' });

/** When something was, as short as it can be told: the time today, the day within a week, else the date. */
export function formatWhen(at: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at >= today) return times.format(at);
  if (at >= today - 6 * DAY_MS) return weekdays.format(at);
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dates.format(at) : longDates.format(at);
}
