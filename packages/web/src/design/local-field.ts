import { isWholeDay } from './dates.ts';
import { fromLocal, toLocal } from './zone.ts';

export function toLocalField(at: number | undefined): string {
  if (at === undefined) return '';
  return toLocal(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

export function fromLocalField(value: string): number | undefined {
  const local = new Date(`${value}Z`).getTime();
  return value === '' || Number.isNaN(local) ? undefined : fromLocal(local);
}

export function toDueFields(due: number | undefined): { date: string; time: string } {
  if (due === undefined) return { date: '', time: '' };
  const [date = '', time = ''] = toLocalField(due).split('T');
  return { date, time: isWholeDay(due) ? '' : time };
}

export function fromDueFields({ date, time }: { date: string; time: string }): number | undefined {
  return date === '' ? undefined : fromLocalField(`${date}T${time || '23:59'}`);
}
