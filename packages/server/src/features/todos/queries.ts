import { type Database, hasRow } from '../../storage/database.ts';
import type { ListedRow } from '../../storage/long-lists.ts';
import { type TodoRow, todoResource } from './resource.ts';

const FIND_TODOS = todoResource.list('(todos.position, todos.id) > ($2::numeric, $3)', 'position, id', '$4');

export function findTodos(
  db: Database,
  binderId: string,
  after: { position: string; id: number },
  limit: number,
): Promise<(TodoRow & ListedRow)[]> {
  return db.query(FIND_TODOS, [binderId, after.position, after.id, limit]);
}

export async function findTodoOrder(db: Database, binderId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM todos WHERE binder_id = $1 AND deleted_at IS NULL ORDER BY position, id',
    [binderId],
  );
  return rows.map(({ id }) => id);
}

export function hasMessage(tx: Database, binderId: string, id: number): Promise<boolean> {
  return hasRow(tx, 'SELECT id FROM messages WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL', [
    binderId,
    id,
  ]);
}
