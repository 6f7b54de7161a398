import type { Action } from '@ringbinder/protocol';
import { isAwaited, isRunning, mayAct, unavailableBecause } from '../../access/index.ts';
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
  /** The assignee whom the person represents. Null for a step of the person. */
  for_id: string | null;
  for_name: string | null;
}

/**
 * SQL for the steps that the person $1 can answer at the time $2, in the binders that they have not left. Each is there
 * once.
 */
export const WAITING_STEPS = `
  SELECT DISTINCT ON (s.binder_id, s.id) s.id, s.binder_id, b.name AS binder_name, coalesce(earlier.completed_at, s.created_at) AS time,
    t.creator_id AS user_id, t.id AS transaction_id, t.title, s.actions, coalesce(s.due_at, t.due_at) AS due_at,
    represented.id AS for_id, represented.name AS for_name
  FROM (
    SELECT $1::text AS id UNION ALL
    SELECT d.user_id FROM delegations d WHERE d.delegate_id = $1 AND ${isRunning('d', '$2::bigint')}
  ) person
  CROSS JOIN LATERAL (
    SELECT * FROM transaction_steps WHERE completed_at IS NULL AND assignee_ids IS NULL AND assignee_id = person.id
    UNION ALL
    SELECT * FROM transaction_steps WHERE completed_at IS NULL AND assignee_ids @> ARRAY[person.id]
  ) s
  LEFT JOIN users represented ON represented.id = person.id AND person.id <> $1
  JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id
    AND t.deleted_at IS NULL AND t.outcome IS NULL AND t.is_active
  JOIN binder_members member ON member.binder_id = s.binder_id AND member.user_id = $1
  JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
  CROSS JOIN LATERAL (
    SELECT max(e.completed_at) AS completed_at, count(*) FILTER (WHERE e.completed_at IS NULL) AS open
    FROM transaction_steps e
    WHERE e.binder_id = s.binder_id AND e.transaction_id = s.transaction_id AND e.order_number < s.order_number
  ) earlier
  WHERE earlier.open = 0 AND ${isAwaited('s', 'person.id')} AND (represented.id IS NULL
    OR ${unavailableBecause('represented', 's.binder_id')} IS NULL AND ${mayAct('s', '$1')})
  ORDER BY s.binder_id, s.id, represented.name, represented.id`;

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
  { userId, now }: { userId: string; now: number },
  { dueAt, time, binderId, id }: WaitingPosition,
  limit: number,
): Promise<WaitingStepRow[]> {
  return db.query<WaitingStepRow>(
    `SELECT w.*, u.name AS user_name FROM (${WAITING_STEPS}) w JOIN users u ON u.id = w.user_id
     WHERE (coalesce(w.due_at, ${NO_DUE_TIME}), w.time, w.binder_id, w.id) > ($3::bigint, $4::bigint, $5::text, $6::bigint)
     ORDER BY coalesce(w.due_at, ${NO_DUE_TIME}), w.time, w.binder_id, w.id LIMIT $7::bigint`,
    [userId, now, dueAt, time, binderId, id, limit],
  );
}

const MAX_COUNT = 1_000;

/** Counts at most `MAX_COUNT`. */
export async function countWaitingSteps(db: Database, userId: string, now: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM (${WAITING_STEPS}) w LIMIT ${MAX_COUNT}) counted`,
    [userId, now],
  );
  return row?.count ?? 0;
}
