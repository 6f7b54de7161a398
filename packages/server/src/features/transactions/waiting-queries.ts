import type { Action } from '@ringbinder/protocol';
import { isAwaited } from '../../access/index.ts';
import type { Database } from '../../storage/database.ts';

export interface WaitingStepRow extends Record<string, unknown> {
  id: number;
  binder_id: string;
  binder_name: string;
  /** When it became the person's turn, in milliseconds. */
  time: number;
  /** The creator of the transaction. */
  user_id: string;
  user_name: string;
  transaction_id: number;
  title: string;
  actions: Action[];
  due_at: number | null;
}

/** SQL for the steps that the person $1 can answer now, in the binders that they have not left. */
export const WAITING_STEPS = `
  SELECT s.id, s.binder_id, b.name AS binder_name, coalesce(earlier.completed_at, s.created_at) AS time,
    t.creator_id AS user_id, t.id AS transaction_id, t.title, s.actions, coalesce(s.due_at, t.due_at) AS due_at
  FROM transaction_steps s
  JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id
    AND t.deleted_at IS NULL AND t.outcome IS NULL AND t.is_active
  JOIN binder_members member ON member.binder_id = s.binder_id AND member.user_id = $1
  JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
  CROSS JOIN LATERAL (
    SELECT max(e.completed_at) AS completed_at, count(*) FILTER (WHERE e.completed_at IS NULL) AS open
    FROM transaction_steps e
    WHERE e.binder_id = s.binder_id AND e.transaction_id = s.transaction_id AND e.order_number < s.order_number
  ) earlier
  WHERE ${isAwaited('s', '$1')} AND s.completed_at IS NULL AND earlier.open = 0`;

/** Steps are in the order of their due time, then of `time`, then of binder and `id`. */
export interface WaitingPosition {
  /** The largest time of JavaScript for a step without a due time. */
  dueAt: number;
  time: number;
  binderId: string;
  id: number;
}

export const NO_DUE_TIME = 8_640_000_000_000_000;

export function findWaitingSteps(
  db: Database,
  userId: string,
  { dueAt, time, binderId, id }: WaitingPosition,
  limit: number,
): Promise<WaitingStepRow[]> {
  return db.query<WaitingStepRow>(
    `SELECT w.*, u.name AS user_name FROM (${WAITING_STEPS}) w JOIN users u ON u.id = w.user_id
     WHERE (coalesce(w.due_at, ${NO_DUE_TIME}), w.time, w.binder_id, w.id) > ($2::bigint, $3::bigint, $4::text, $5::bigint)
     ORDER BY coalesce(w.due_at, ${NO_DUE_TIME}), w.time, w.binder_id, w.id LIMIT $6::bigint`,
    [userId, dueAt, time, binderId, id, limit],
  );
}

const MAX_COUNT = 1_000;

/** Counts at most `MAX_COUNT`. */
export async function countWaitingSteps(db: Database, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM (${WAITING_STEPS}) w LIMIT ${MAX_COUNT}) counted`,
    [userId],
  );
  return row?.count ?? 0;
}
