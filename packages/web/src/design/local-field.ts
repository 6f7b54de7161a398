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
