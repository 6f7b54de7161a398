import { isWholeDay, startOfDay } from './dates.ts';
import { fromLocal } from './zone.ts';

export type DueState = 'overdue' | 'today' | 'later';

export function dueStateOf(due: number, now: number): DueState {
  const end = isWholeDay(due) ? due + 60_000 : due;
  if (end <= now) return 'overdue';
  return startOfDay(due) === startOfDay(now) ? 'today' : 'later';
}

/** Returns 23:59 on `due_day` in the reader's time zone, or else `due_time`. */
export function dueTimeOf({
  due_time,
  due_day,
}: {
  due_time?: number;
  due_day?: string;
}): number | undefined {
  return due_day === undefined ? due_time : fromLocal(Date.parse(`${due_day}T23:59Z`));
}
