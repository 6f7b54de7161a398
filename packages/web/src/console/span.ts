import { localized, readersLocale } from '../design/locale.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function unitOf(ms: number) {
  if (ms < SECOND_MS) return { unit: 'millisecond', size: 1 } as const;
  if (ms < MINUTE_MS) return { unit: 'second', size: SECOND_MS } as const;
  if (ms < HOUR_MS) return { unit: 'minute', size: MINUTE_MS } as const;
  return ms < 2 * DAY_MS
    ? ({ unit: 'hour', size: HOUR_MS } as const)
    : ({ unit: 'day', size: DAY_MS } as const);
}

/** Returns text such as “300 ms”, “5 mins” or “2 days”. */
export function formatSpan(ms: number): string {
  const { unit, size } = unitOf(ms);
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return Math.round(ms / size)
    .toLocaleString(readersLocale(), options)
    .replaceAll(' ', '\u00a0');
}

const distances = localized(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
);

/** Returns text such as “now”, “5 secs ago” or “in 2 hrs”. */
export function formatMoment(at: number, from: number): string {
  const ms = at - from;
  const { unit, size } = unitOf(Math.abs(ms));
  return unit === 'millisecond'
    ? distances().format(0, 'second')
    : distances().format(Math.round(ms / size), unit);
}
