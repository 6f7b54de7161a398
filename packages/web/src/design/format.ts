import { localized, readersLocale } from './locale.ts';
import { readersZone } from './zone.ts';

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;

export const countUpTo99 = (value: number): string => (value > 99 ? '99+' : formatNumber(value));

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export const formatNumber = (value: number): string => value.toLocaleString(readersLocale());

export const formatPercent = (part: number): string =>
  part.toLocaleString(readersLocale(), { style: 'percent' });

export function formatBytes(bytes: number): string {
  const place = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  const value = bytes / 1000 ** place;
  const digits = place === 0 || value >= 100 ? 0 : 1;
  const written = value.toLocaleString(readersLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${written}\u00a0${UNITS[place]}`;
}

const languageNames = localized((locale) => new Intl.DisplayNames(locale, { type: 'language' }));

export const nameLanguage = (code: string): string => languageNames().of(code) ?? code;

/** Creating a format takes longer than formatting many dates. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  localized((locale) => new Intl.DateTimeFormat(locale, { ...readersZone, ...options }));

const dates = dateFormat({ dateStyle: 'medium' });
const times = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const daysAndMonths = dateFormat(DAY_AND_MONTH);
const soonTimes = dateFormat({ ...DAY_AND_MONTH, hour: '2-digit', minute: '2-digit' });
const hours = dateFormat({ timeStyle: 'short' });
const utcDays = dateFormat({ ...DAY_AND_MONTH, timeZone: 'UTC' });

export const formatDate = (at: number): string => dates().format(at);

export const formatTime = (at: number): string => times().format(at);

export const formatDayAndMonth = (at: number): string => daysAndMonths().format(at);

export const formatSoon = (at: number): string => soonTimes().format(at);

export const formatHour = (at: number): string => hours().format(at);

/**
 * Statistics count by UTC days.
 * @param day a date such as `2026-11-21`, or milliseconds since 1970
 */
export const formatDay = (day: string | number): string => utcDays().format(new Date(day));
