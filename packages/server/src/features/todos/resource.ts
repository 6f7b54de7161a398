import { Todo, TodoInput } from '@ringbinder/protocol';
import Type from 'typebox';
import { unavailableBecause } from '../../access/index.ts';
import { person, resource } from '../../resource/resource.ts';
import { dueDayOf } from '../../time/due-day.ts';

const UNAVAILABLE = `CASE WHEN todos.completed_at IS NULL THEN ${unavailableBecause('assignee', '$1')} END`;

export const todoResource = resource({
  table: 'todos',
  wire: Todo,
  input: TodoInput,
  serverColumns: ['position', 'creator_id', 'completed_at', 'completed_by', 'reminded_at', 'message_id'],
  rowColumns: Type.Object({ position: Type.String() }),
  joins: `JOIN users creator ON creator.id = todos.creator_id LEFT JOIN users assignee ON assignee.id = todos.assignee_id`,
  select: {
    due_day: dueDayOf('todos'),
    completed: 'todos.completed_at IS NOT NULL',
    creator: person('creator'),
    assignee: `CASE WHEN assignee.id IS NOT NULL THEN ${person('assignee', UNAVAILABLE)} END`,
  },
  initial: {
    position: 'SELECT coalesce(max(position), 0) + 1 FROM todos WHERE binder_id = $1 AND deleted_at IS NULL',
  },
  empty: { description: '' },
  longText: 'description',
});
export type TodoRow = Parameters<typeof todoResource.present>[0];
