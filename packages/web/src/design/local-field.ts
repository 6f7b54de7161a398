import { shownAt, whenShown } from './zone.ts';

/** A time as fields of the type `datetime-local` have it, by the reader's clock. */
export function toLocalField(at: number | undefined): string {
  if (at === undefined) return '';
  return shownAt(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The time that such a field says; undefined when it is empty or says none. */
export function fromLocalField(value: string): number | undefined {
  const shown = new Date(`${value}Z`).getTime();
  return value === '' || Number.isNaN(shown) ? undefined : whenShown(shown);
}
