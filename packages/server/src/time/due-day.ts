import { because, invalid } from '../errors.ts';
import { isDate } from './calendar-date.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A day begins first at UTC+14 and ends last at UTC-12. */
const [FIRST_MS, LAST_MS] = [-14 * HOUR_MS, DAY_MS + 12 * HOUR_MS];

interface Due {
  due_time?: number | null | undefined;
  due_day?: string | null | undefined;
}

/** Null if `due_at` is not on `due_day`. During an update of the server, an earlier release changes only `due_at`. */
export const dueDayOf = (table: string): string => {
  const sinceDay = `${table}.due_at - (${table}.due_day - DATE 'epoch')::bigint * ${DAY_MS}`;
  return `CASE WHEN ${sinceDay} BETWEEN ${FIRST_MS} AND ${LAST_MS} THEN to_char(${table}.due_day, 'YYYY-MM-DD') END`;
};

/**
 * A `due_time` that differs from `stored` removes the day. Without `due_time`, removing the day also removes
 * the time.
 */
export function dueFieldsToStore({ due_time, due_day }: Due, stored: Due['due_time'] = null): Due {
  if (due_day === undefined)
    return due_time === undefined || due_time === stored ? {} : { due_time, due_day: null };
  if (due_day === null) return { due_time: due_time ?? null, due_day };
  const start = isDate(due_day) ? Date.parse(due_day) : Number.NaN;
  if (!(start >= 0)) throw invalid('due_day', because('answer_date'));
  const at = due_time ?? start + DAY_MS - MINUTE_MS;
  if (at < start + FIRST_MS || at > start + LAST_MS) throw invalid('due_day', 'is not the day of due_time');
  return { due_time: at, due_day };
}

interface DueRow {
  due_at: number | null;
  due_day: string | null;
}

export const presentDueTimeAndDay = ({ due_at, due_day }: DueRow) => ({
  ...(due_at === null ? {} : { due_time: due_at }),
  ...(due_day === null ? {} : { due_day }),
});
