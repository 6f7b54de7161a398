import { text } from '../strings/common.ts';
import { readersLocale } from './locale.ts';
import { readersZone } from './zone.ts';

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;

/** A number with its thousands told apart. */
export const formatNumber = (value: number): string => value.toLocaleString(readersLocale);

/** Bytes as a person reads them: three digits at the least, so 1.9 GB and 116 MB. */
export function formatBytes(bytes: number): string {
  const { units } = text;
  const place = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  const value = bytes / 1000 ** place;
  const digits = place === 0 || value >= 100 ? 0 : 1;
  const written = value.toLocaleString(readersLocale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A number and its unit stay on one line.
  return `${written}\u00a0${units[place]}`;
}

const languageNames = new Intl.DisplayNames([text.locale], { type: 'language' });

/** What a language is called. @param code like `de` or `zh-tw` */
export const nameLanguage = (code: string): string => languageNames.of(code) ?? code;

/** A date, by the reader's clock. @param at milliseconds since 1970 */
export const formatDate = (at: number): string =>
  new Date(at).toLocaleDateString(readersLocale, { ...readersZone, dateStyle: 'medium' });

/** A date and the time of day, by the reader's clock. @param at milliseconds since 1970 */
export const formatTime = (at: number): string =>
  new Date(at).toLocaleString(readersLocale, { ...readersZone, dateStyle: 'medium', timeStyle: 'short' });

/** A date of this year, by the reader's clock. @param at milliseconds since 1970 */
export const formatDayAndMonth = (at: number): string =>
  new Date(at).toLocaleDateString(readersLocale, { ...readersZone, ...DAY_AND_MONTH });

/** A time within days, without its year, by the reader's clock. @param at milliseconds since 1970 */
export const formatSoon = (at: number): string =>
  new Date(at).toLocaleString(readersLocale, {
    ...readersZone,
    ...DAY_AND_MONTH,
    hour: '2-digit',
    minute: '2-digit',
  });

/** The time of day, by the reader's clock. @param at milliseconds since 1970 */
export const formatHour = (at: number): string =>
  new Date(at).toLocaleTimeString(readersLocale, { ...readersZone, timeStyle: 'short' });

/** A day of UTC, as figures are counted by them. @param day a date like 2026-11-21, or milliseconds since 1970 */
export const formatDay = (day: string | number): string =>
  new Date(day).toLocaleDateString(readersLocale, { ...DAY_AND_MONTH, timeZone: 'UTC' });
