import { archiveRowVersions } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { ListedRow } from '../../storage/long-lists.ts';
import { type TodoRow, todoResource } from './resource.ts';

const FIND_TODOS = todoResource.list('(todos.position, todos.id) > ($2::numeric, $3)', 'position, id', '$4');

/** At most `limit` to-dos in display order, fewer if they are long. */
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

/**
 * Moves a to-do after another one, or to the top if `afterId` is 0. Renumbers all to-dos 1, 2, 3 …, because fractions
 * would run out of digits after many moves.
 */
export async function moveBehind(
  tx: Transaction,
  binderId: string,
  todoId: number,
  afterId: number,
): Promise<void> {
  await tx.query(
    `WITH others AS (
       SELECT id, row_number() OVER (ORDER BY position, id) AS ordinal
       FROM todos WHERE binder_id = $1 AND id <> $2 AND deleted_at IS NULL
     ), anchor AS (
       SELECT coalesce((SELECT ordinal FROM others WHERE id = $3), 0) AS ordinal
     ), placed AS (
       SELECT id, CASE WHEN others.ordinal > anchor.ordinal THEN others.ordinal + 1 ELSE others.ordinal END AS ordinal FROM others, anchor
       UNION ALL SELECT $2, ordinal + 1 FROM anchor
     ), moved AS (
       SELECT t.id, placed.ordinal FROM todos t JOIN placed ON placed.id = t.id WHERE t.binder_id = $1 AND t.position <> placed.ordinal
     ), kept AS (${archiveRowVersions('todos', '(SELECT array_agg(moved.id::text) FROM moved)')})
     UPDATE todos SET position = moved.ordinal FROM moved WHERE todos.binder_id = $1 AND todos.id = moved.id`,
    [binderId, todoId, afterId],
  );
}
