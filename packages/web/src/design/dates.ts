import { formatDate, formatDayAndMonth, formatHour } from './format.ts';
import { localized } from './locale.ts';
import { fromLocal, toLocal } from './zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FAR_MS = 6 * DAY_MS;

const distances = localized((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

export function formatDistance(at: number, from: number): string {
  const ms = at - from;
  const size = Math.abs(ms);
  if (size < MINUTE_MS) return distances().format(0, 'second');
  if (size < HOUR_MS) return distances().format(Math.trunc(ms / MINUTE_MS), 'minute');
  if (size < DAY_MS) return distances().format(Math.trunc(ms / HOUR_MS), 'hour');
  if (size < FAR_MS) return distances().format(Math.trunc(ms / DAY_MS), 'day');
  return formatDate(at);
}

/** A deadline in a day's last minute means the whole day. */
const LAST_MINUTE = { hours: 23, minutes: 59 };

export function isWholeDay(at: number): boolean {
  const local = toLocal(at);
  return local.getUTCHours() === LAST_MINUTE.hours && local.getUTCMinutes() === LAST_MINUTE.minutes;
}

export function formatDeadline(at: number, from: number): string {
  const day = formatNearDay(at, from);
  return isWholeDay(at) ? day : `${day}, ${formatHour(at)}`;
}

export function formatNearDay(at: number, from: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(from)) / DAY_MS);
  return Math.abs(days) <= 1 ? distances().format(days, 'day') : formatShortDate(at, from);
}

export const formatShortDate = (at: number, from: number): string =>
  isSameYear(at, from) ? formatDayAndMonth(at) : formatDate(at);

export function startOfDay(at: number): number {
  return fromLocal(toLocal(at).setUTCHours(0, 0, 0, 0));
}

export const isSameYear = (one: number, other: number): boolean =>
  toLocal(one).getUTCFullYear() === toLocal(other).getUTCFullYear();
