import { unavailableBecause } from '../../access/index.ts';
import { keepRows } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { endingWhereLong, type ListedRow } from '../../storage/long-lists.ts';

/** A to-do with the names of its people. */
export interface TodoRow extends Record<string, unknown> {
  id: number;
  name: string;
  description: string;
  position: string;
  creator_id: string;
  creator_name: string;
  assignee_id: string | null;
  assignee_name: string | null;
  /** Why the assignee cannot do it now; null for one who can, and for none. */
  assignee_unavailable: 'left' | 'disabled' | null;
  due_at: number | null;
  reminder_at: number | null;
  completed_at: number | null;
  created_at: number;
  updated_at: number;
}

/** What can be changed of a to-do; null empties. */
export interface TodoFields {
  name: string;
  description: string;
  assigneeId: string | null;
  dueAt: number | null;
  reminderAt: number | null;
}

const todoSelect = `
  SELECT t.id, t.name, t.description, t.position, t.creator_id, c.name AS creator_name, t.assignee_id,
         a.name AS assignee_name, CASE WHEN a.id IS NOT NULL THEN ${unavailableBecause('a', '$1')} END AS assignee_unavailable, t.due_at, t.reminder_at, t.completed_at, t.created_at, t.updated_at
  FROM todos t JOIN users c ON c.id = t.creator_id LEFT JOIN users a ON a.id = t.assignee_id
  WHERE t.binder_id = $1 AND t.deleted_at IS NULL`;

const FIND_TODOS = `${endingWhereLong(
  `${todoSelect} AND (t.position, t.id) > ($2::numeric, $3) ORDER BY t.position, t.id LIMIT $4`,
  'description',
  'position, id',
)}
  SELECT id, name, CASE WHEN fits THEN description ELSE '' END AS description, position, creator_id, creator_name,
         assignee_id, assignee_name, assignee_unavailable, due_at, reminder_at, completed_at, created_at, updated_at, fits
  FROM listed ORDER BY listed.position, id`;

/** The to-dos of a binder in order, after a place in it; fewer where they are long. */
export function findTodos(
  db: Database,
  binderId: string,
  after: { position: string; id: number },
  limit: number,
): Promise<(TodoRow & ListedRow)[]> {
  return db.query<TodoRow & ListedRow>(FIND_TODOS, [binderId, after.position, after.id, limit]);
}

/** One to-do. */
export async function findTodo(db: Database, binderId: string, todoId: number): Promise<TodoRow | undefined> {
  const [row] = await db.query<TodoRow>(`${todoSelect} AND t.id = $2`, [binderId, todoId]);
  return row;
}

/** Those of some to-dos of a binder that are there, in no order. */
export function findTodosByIds(db: Database, binderId: string, ids: readonly number[]): Promise<TodoRow[]> {
  return db.query<TodoRow>(`${todoSelect} AND t.id = ANY($2)`, [binderId, ids]);
}

/** The ids of a binder's to-dos in order. */
export async function findTodoOrder(db: Database, binderId: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM todos WHERE binder_id = $1 AND deleted_at IS NULL ORDER BY position, id',
    [binderId],
  );
  return rows.map(({ id }) => id);
}

/** Stores a to-do behind the others. */
export async function insertTodo(
  tx: Transaction,
  todo: TodoFields & { binderId: string; id: number; creatorId: string; at: number },
): Promise<void> {
  await tx.query(
    `WITH kept AS (${keepRows('todos', 'ARRAY[$2::text]')})
     INSERT INTO todos (binder_id, id, name, description, position, creator_id, assignee_id, due_at, reminder_at, created_at, updated_at)
     SELECT $1, $2::text::bigint, $3, $4, coalesce(max(position), 0) + 1, $5, $6, $7, $8, $9, $9
     FROM todos WHERE binder_id = $1 AND deleted_at IS NULL`,
    [
      todo.binderId,
      todo.id,
      todo.name,
      todo.description,
      todo.creatorId,
      todo.assigneeId,
      todo.dueAt,
      todo.reminderAt,
      todo.at,
    ],
  );
}

/** Writes the fields of a to-do. A reminder that was moved reminds again. */
export async function updateTodo(
  tx: Transaction,
  todo: TodoFields & { binderId: string; id: number; at: number },
): Promise<void> {
  await tx.query(
    `WITH kept AS (${keepRows('todos', 'ARRAY[$2::text]')})
     UPDATE todos SET name = $3, description = $4, assignee_id = $5, due_at = $6, reminder_at = $7, updated_at = $8,
       reminded_at = CASE WHEN reminder_at IS DISTINCT FROM $7 THEN NULL ELSE reminded_at END
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    [
      todo.binderId,
      todo.id,
      todo.name,
      todo.description,
      todo.assigneeId,
      todo.dueAt,
      todo.reminderAt,
      todo.at,
    ],
  );
}

/** Completes a to-do, or reopens it (`by` null). */
export async function setCompleted(
  tx: Transaction,
  binderId: string,
  todoId: number,
  by: string | null,
  at: number,
): Promise<void> {
  await tx.query(
    `WITH kept AS (${keepRows('todos', 'ARRAY[$2::text]')})
     UPDATE todos SET completed_at = CASE WHEN $3::text IS NULL THEN NULL ELSE $4::bigint END, completed_by = $3, updated_at = $4
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, todoId, by, at],
  );
}

/**
 * Puts a to-do behind another one (0: at the top) and numbers the order anew: 1, 2, 3 … A place between two numbers
 * would run out of digits where people move things back and forth.
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
     ), kept AS (${keepRows('todos', '(SELECT array_agg(moved.id::text) FROM moved)')})
     UPDATE todos SET position = moved.ordinal FROM moved WHERE todos.binder_id = $1 AND todos.id = moved.id`,
    [binderId, todoId, afterId],
  );
}

/** Marks a to-do as deleted. */
export async function markTodoDeleted(
  tx: Transaction,
  binderId: string,
  todoId: number,
  at: number,
): Promise<void> {
  await tx.query(
    `WITH kept AS (${keepRows('todos', 'ARRAY[$2::text]')})
     UPDATE todos SET deleted_at = $3, updated_at = $3 WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, todoId, at],
  );
}
