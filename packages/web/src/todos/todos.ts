import type { Todo } from '@ringbinder/protocol';
import { isWholeDay, startOfDay } from '../design/dates.ts';
import { fromLocalField, toLocalField } from '../design/local-field.ts';

export const filters = ['open', 'mine', 'done'] as const;
export type Filter = (typeof filters)[number];

/**
 * Filtered to-dos: open ones in manual order, completed ones latest first.
 * @param lingering completed ones to show anyway: just completed, or expanded
 */
export function visibleTodos(
  todos: readonly Todo[],
  { filter, userId, lingering }: { filter: Filter; userId: string; lingering: ReadonlySet<number> },
): readonly Todo[] {
  if (filter === 'done')
    return todos
      .filter(({ completed }) => completed)
      .toSorted((one, other) => (other.completed_time ?? 0) - (one.completed_time ?? 0));
  const open = todos.filter(({ id, completed }) => !completed || lingering.has(id));
  return filter === 'mine' ? open.filter(({ assignee }) => assignee?.id === userId) : open;
}

export function countTodos(todos: readonly Todo[], filter: Filter, userId: string): number {
  return visibleTodos(todos, { filter, userId, lingering: new Set() }).length;
}

/**
 * Id of the to-do of the full list that precedes a position in the filtered list; 0 for the top. `index` is counted
 * without the moved to-do.
 */
export function anchorAt(
  todos: readonly Todo[],
  { visible, id, index }: { visible: readonly Todo[]; id: number; index: number },
): number {
  const others = visible.filter((todo) => todo.id !== id);
  const before = others[index - 1];
  if (before) return before.id;
  const rest = todos.filter((todo) => todo.id !== id);
  const first = rest.findIndex((todo) => todo.id === others[0]?.id);
  return rest[first - 1]?.id ?? 0;
}

/** The list with a to-do moved after another; 0 means the top. */
export function withMoved(todos: readonly Todo[], id: number, afterId: number): readonly Todo[] {
  const moved = todos.find((todo) => todo.id === id);
  if (!moved) return todos;
  const others = todos.filter((todo) => todo !== moved);
  const anchor = others.findIndex((todo) => todo.id === afterId);
  return others.toSpliced(anchor + 1, 0, moved);
}

export type DueState = 'overdue' | 'today' | 'later';

/** Compares a due time with a time, in the user's time zone. */
export function dueStateOf(due: number, now: number): DueState {
  const end = isWholeDay(due) ? due + 60_000 : due;
  if (end <= now) return 'overdue';
  return startOfDay(due) === startOfDay(now) ? 'today' : 'later';
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
