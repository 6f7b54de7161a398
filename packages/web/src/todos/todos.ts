import type { Todo } from '@ringbinder/protocol';

export const filters = ['open', 'mine', 'done'] as const;
export type Filter = (typeof filters)[number];

/** @param lingering completed to-dos to show as open, because they were just completed or are expanded */
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
 * Returns the id of the to-do above the new place, or 0 for the top. `index` is the new place among the other
 * visible to-dos.
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

export function withMoved(todos: readonly Todo[], id: number, afterId: number): readonly Todo[] {
  const moved = todos.find((todo) => todo.id === id);
  if (!moved) return todos;
  const others = todos.filter((todo) => todo !== moved);
  const anchor = others.findIndex((todo) => todo.id === afterId);
  return others.toSpliced(anchor + 1, 0, moved);
}

/** A bullet, a number or a check box at the beginning of a line. */
const MARK = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:\[[ x]?\]\s*)?/i;

export const parseTodoNames = (text: string): readonly string[] =>
  text.split(/\r?\n/).flatMap((line) => line.replace(MARK, '').trim() || []);
