import type { Todo } from '@ringbinder/protocol';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { findTodos } from './queries.ts';
import { todoResource } from './resource.ts';

export async function readFirstTodos(
  db: Database,
  binderId: string,
): Promise<{ todos: Todo[]; isComplete: boolean }> {
  const rows = await findTodos(db, binderId, { position: '0', id: 0 }, MAX_LIST_LIMIT + 1);
  const fitting = rows.slice(0, countFitting(rows, MAX_LIST_LIMIT));
  return { todos: fitting.map(todoResource.present), isComplete: fitting.length === rows.length };
}
