import { isSameYear, startOfDay } from '../design/dates.ts';
import { dateFormat, formatDayAndMonth, formatHour } from '../design/format.ts';

const DAY_MS = 86_400_000;
const weekdays = dateFormat({ weekday: 'short' });
const longDates = dateFormat({ day: '2-digit', month: '2-digit', year: '2-digit' });

export function formatWhen(at: number, now: number): string {
  const today = startOfDay(now);
  if (at >= today) return formatHour(at);
  if (at >= today - 6 * DAY_MS) return weekdays().format(at);
  return isSameYear(at, now) ? formatDayAndMonth(at) : longDates().format(at);
}
