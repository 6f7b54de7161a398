import type { Todo } from '@ringbinder/protocol';
import type { TodoRow } from './queries.ts';

/**
 * A to-do as the contract shows it.
 * @param isPast as it was at an earlier time: who can do it is known of the present alone
 */
export function presentTodo(row: TodoRow, isPast = false): Todo {
  const { id, name, description } = row;
  return {
    id,
    name,
    description,
    completed: row.completed_at !== null,
    ...(row.completed_at === null ? {} : { completed_time: row.completed_at }),
    ...(row.due_at === null ? {} : { due_time: row.due_at }),
    ...(row.reminder_at === null ? {} : { reminder_time: row.reminder_at }),
    ...presentAssignee(row, !isPast && row.completed_at === null),
    creator: { id: row.creator_id, name: row.creator_name },
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}

function presentAssignee(row: TodoRow, isOpen: boolean): Pick<Todo, 'assignee'> {
  const { assignee_id: id, assignee_name: name, assignee_unavailable: unavailable } = row;
  if (id === null) return {};
  return { assignee: { id, name: name ?? '', ...(isOpen && unavailable !== null ? { unavailable } : {}) } };
}
