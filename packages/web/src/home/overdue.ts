import type { HomeTodo } from '@ringbinder/protocol';
import { dueStateOf, dueTimeOf } from '../design/due-state.ts';

/** The badge shows 99+ for more. */
const MAX_COUNTED = 100;

export function overdueOf(todos: readonly HomeTodo[], now: number): readonly HomeTodo[] {
  return todos.filter(({ todo }) => {
    const due = dueTimeOf(todo);
    return due !== undefined && dueStateOf(due, now) === 'overdue';
  });
}

/** The server returns overdue to-dos first, so if all of `first` are overdue, there may be more. */
export function readOverdue(
  first: { items: readonly HomeTodo[]; hasMore: boolean },
  now: number,
  read: (length: number) => Promise<readonly HomeTodo[]>,
): readonly HomeTodo[] | Promise<readonly HomeTodo[]> {
  const { items, hasMore } = first;
  const isCut = hasMore && items.length < MAX_COUNTED && overdueOf(items, now).length === items.length;
  return isCut ? read(MAX_COUNTED) : items;
}
