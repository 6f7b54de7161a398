import type { Todo } from '@ringbinder/protocol';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { presentTodo } from './present.ts';
import { findTodos, findTodosByIds } from './queries.ts';

/** Those of some to-dos of a binder that are there, by id. Whoever calls it has checked the reader's access. */
export async function readTodos(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Todo>> {
  const rows = await findTodosByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentTodo(row)]));
}

/** The to-dos of a binder, as many as one list gives. */
export async function readFirstTodos(
  db: Database,
  binderId: string,
): Promise<{ todos: Todo[]; isComplete: boolean }> {
  const rows = await findTodos(db, binderId, { position: '0', id: 0 }, MAX_LIST_LIMIT + 1);
  const fitting = rows.slice(0, countFitting(rows, MAX_LIST_LIMIT));
  return { todos: fitting.map((row) => presentTodo(row)), isComplete: fitting.length === rows.length };
}
