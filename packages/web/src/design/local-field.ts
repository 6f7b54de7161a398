import { shownAt, whenShown } from './zone.ts';

/** A time as a `datetime-local` value in the user's time zone. */
export function toLocalField(at: number | undefined): string {
  if (at === undefined) return '';
  return shownAt(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The time of such a value; undefined if empty or invalid. */
export function fromLocalField(value: string): number | undefined {
  const shown = new Date(`${value}Z`).getTime();
  return value === '' || Number.isNaN(shown) ? undefined : whenShown(shown);
}
