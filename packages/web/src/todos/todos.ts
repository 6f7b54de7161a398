import type { Todo } from '@ringbinder/protocol';
import { isWholeDay, startOfDay } from '../design/dates.ts';
import { fromLocalField, toLocalField } from '../design/local-field.ts';

export const filters = ['open', 'mine', 'done'] as const;
export type Filter = (typeof filters)[number];

/**
 * The to-dos that a filter shows: open ones in the order that people gave them, those done the last one first.
 * @param kept ids of those that are shown though they are done: completed a moment ago, or open
 */
export function shownTodos(
  todos: readonly Todo[],
  { filter, userId, kept }: { filter: Filter; userId: string; kept: ReadonlySet<number> },
): readonly Todo[] {
  if (filter === 'done')
    return todos
      .filter(({ completed }) => completed)
      .toSorted((one, other) => (other.completed_time ?? 0) - (one.completed_time ?? 0));
  const open = todos.filter(({ id, completed }) => !completed || kept.has(id));
  return filter === 'mine' ? open.filter(({ assignee }) => assignee?.id === userId) : open;
}

export function countTodos(todos: readonly Todo[], filter: Filter, userId: string): number {
  return shownTodos(todos, { filter, userId, kept: new Set() }).length;
}

/**
 * Behind which to-do of the whole list one stands that is put at a place among those that are shown; 0 for the top.
 * @param place counted without the one that is moved
 */
export function anchorAt(
  todos: readonly Todo[],
  { shown, id, index }: { shown: readonly Todo[]; id: number; index: number },
): number {
  const others = shown.filter((todo) => todo.id !== id);
  const before = others[index - 1];
  if (before) return before.id;
  const rest = todos.filter((todo) => todo.id !== id);
  const first = rest.findIndex((todo) => todo.id === others[0]?.id);
  return rest[first - 1]?.id ?? 0;
}

/** The list with a to-do behind another one; 0: at the top. */
export function withMoved(todos: readonly Todo[], id: number, afterId: number): readonly Todo[] {
  const moved = todos.find((todo) => todo.id === id);
  if (!moved) return todos;
  const others = todos.filter((todo) => todo !== moved);
  const anchor = others.findIndex((todo) => todo.id === afterId);
  return others.toSpliced(anchor + 1, 0, moved);
}

export type DueState = 'overdue' | 'today' | 'later';

/** How a due time stands to a time, by the reader's clock. */
export function dueStateOf(due: number, now: number): DueState {
  const end = isWholeDay(due) ? due + 60_000 : due;
  if (end <= now) return 'overdue';
  return startOfDay(due) === startOfDay(now) ? 'today' : 'later';
}

/** The fields for date and time that show a due time; the time is empty where the day is all that is meant. */
export function toDueFields(due: number | undefined): { date: string; time: string } {
  if (due === undefined) return { date: '', time: '' };
  const [date = '', time = ''] = toLocalField(due).split('T');
  return { date, time: isWholeDay(due) ? '' : time };
}

/** The due time that fields say: without a time the last minute of the day; undefined without a date. */
export function fromDueFields({ date, time }: { date: string; time: string }): number | undefined {
  return date === '' ? undefined : fromLocalField(`${date}T${time || '23:59'}`);
}
