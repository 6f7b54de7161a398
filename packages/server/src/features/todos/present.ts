import type { Todo } from '@ringbinder/protocol';
import type { TodoRow } from './queries.ts';

/** A to-do as the contract shows it. */
export function presentTodo(row: TodoRow): Todo {
  const { id, name, description } = row;
  return {
    id,
    name,
    description,
    completed: row.completed_at !== null,
    ...(row.completed_at === null ? {} : { completed_time: row.completed_at }),
    ...(row.due_at === null ? {} : { due_time: row.due_at }),
    ...(row.reminder_at === null ? {} : { reminder_time: row.reminder_at }),
    ...(row.assignee_id === null ? {} : { assignee: { id: row.assignee_id, name: row.assignee_name ?? '' } }),
    creator: { id: row.creator_id, name: row.creator_name },
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}
