import { invalid } from '../../errors.ts';
import { parseIsoTime } from '../../time/iso-time.ts';

/** The year 2200. */
const MAX_TIME = 7_258_118_400_000;
const ISO_DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;
const UNITS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000];

export function readTime(field: string, value: number | string): number {
  const time = typeof value === 'number' ? value : parseIsoTime(value);
  if (time === undefined)
    throw invalid(field, 'must be milliseconds since 1970-01-01 UTC, or a time like 2026-12-01T09:00:00Z');
  if (time < 0 || time > MAX_TIME) throw invalid(field, 'must be from 1970 to 2200');
  return time;
}

export function readDuration(field: string, value: number | string): number {
  const ms = typeof value === 'number' ? value : parseDuration(value);
  if (ms === undefined)
    throw invalid(field, 'must be milliseconds, or a duration like P2D or PT1H30M (no years or months)');
  if (ms < 0) throw invalid(field, 'must not be negative: use a reset to go back');
  return ms;
}

function parseDuration(text: string): number | undefined {
  const parts = ISO_DURATION.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  return Math.round(parts.reduce((sum, part = '0', index) => sum + Number(part) * (UNITS[index] ?? 0), 0));
}

export function checkFuture(field: string, at: number): number {
  if (at > MAX_TIME) throw invalid(field, 'must not exceed the year 2200');
  return at;
}
