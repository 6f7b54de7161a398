import { isWholeDay } from './dates.ts';
import { fromLocal, toLocal } from './zone.ts';

/** A time as a `datetime-local` value in the user's time zone. */
export function toLocalField(at: number | undefined): string {
  if (at === undefined) return '';
  return toLocal(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The time of such a value; undefined if empty or invalid. */
export function fromLocalField(value: string): number | undefined {
  const local = new Date(`${value}Z`).getTime();
  return value === '' || Number.isNaN(local) ? undefined : fromLocal(local);
}

/** Date and time fields of a due time; the time is empty for whole days. */
export function toDueFields(due: number | undefined): { date: string; time: string } {
  if (due === undefined) return { date: '', time: '' };
  const [date = '', time = ''] = toLocalField(due).split('T');
  return { date, time: isWholeDay(due) ? '' : time };
}

/** The due time of the fields: without a time the last minute of the day, without a date undefined. */
export function fromDueFields({ date, time }: { date: string; time: string }): number | undefined {
  return date === '' ? undefined : fromLocalField(`${date}T${time || '23:59'}`);
}
