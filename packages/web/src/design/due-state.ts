import { isWholeDay, startOfDay } from './dates.ts';

export type DueState = 'overdue' | 'today' | 'later';

export function dueStateOf(due: number, now: number): DueState {
  const end = isWholeDay(due) ? due + 60_000 : due;
  if (end <= now) return 'overdue';
  return startOfDay(due) === startOfDay(now) ? 'today' : 'later';
}
