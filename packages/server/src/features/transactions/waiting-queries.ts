import type { Action, FileRequest, FormField, SignaturePlace } from '@ringbinder/protocol';
import { isAwaited, isRunning, mayAct, unavailableBecause } from '../../access/index.ts';
import type { Database } from '../../storage/database.ts';
import { dueDayOf } from '../../time/due-day.ts';

export interface WaitingStepRow extends Record<string, unknown> {
  id: number;
  binder_id: string;
  binder_name: string;
  /** The beginning of the person's turn, in milliseconds. */
  time: number;
  user_id: string;
  user_name: string;
  transaction_id: number;
  title: string;
  actions: Action[];
  fields: FormField[] | null;
  page_ids: number[] | null;
  file_requests: FileRequest[] | null;
  signature_places: SignaturePlace[] | null;
  due_at: number | null;
  due_day: string | null;
  /** The represented assignee, or null if the person is an assignee. */
  for_id: string | null;
  for_name: string | null;
}

const openStepsOf = (userId: string) => `(
    SELECT * FROM transaction_steps WHERE completed_at IS NULL AND assignee_ids IS NULL AND assignee_id = ${userId}
    UNION ALL
    SELECT * FROM transaction_steps WHERE completed_at IS NULL AND assignee_ids @> ARRAY[${userId}]
    UNION ALL
    SELECT * FROM transaction_steps WHERE completed_at IS NULL AND group_ids IS NOT NULL
      AND group_ids && ARRAY(SELECT group_id FROM person_group_members WHERE user_id = ${userId})
      AND NOT assignee_ids @> ARRAY[${userId}]
  ) s`;

const COLUMNS = `s.id, s.binder_id, b.name AS binder_name, greatest(coalesce(earlier.completed_at, s.created_at), s.reopened_at) AS time,
    t.creator_id AS user_id, t.id AS transaction_id, t.title, s.actions, s.fields, to_jsonb(s.page_ids) AS page_ids, s.file_requests, s.signature_places, coalesce(s.due_at, t.due_at) AS due_at,
    CASE WHEN s.due_at IS NULL THEN ${dueDayOf('t')} END AS due_day`;

const CURRENT = `
  JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id
    AND t.deleted_at IS NULL AND t.outcome IS NULL AND t.is_active
  JOIN binder_members member ON member.binder_id = s.binder_id AND member.user_id = $1
  JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
  JOIN LATERAL (
    SELECT max(e.completed_at) AS completed_at, count(*) FILTER (WHERE e.completed_at IS NULL) AS open
    FROM transaction_steps e
    WHERE e.binder_id = s.binder_id AND e.transaction_id = s.transaction_id AND e.order_number < s.order_number
  ) earlier ON earlier.open = 0`;

/** The first SELECT is unsorted, so that a query with a limit can stop early. */
export const WAITING_STEPS = `
  SELECT ${COLUMNS}, NULL::text AS for_id, NULL::text AS for_name
  FROM ${openStepsOf('$1::text')} ${CURRENT}
  WHERE ${isAwaited('s', '$1::text')}
  UNION ALL (
  SELECT DISTINCT ON (s.binder_id, s.id) ${COLUMNS}, represented.id, represented.name
  FROM delegations d JOIN users represented ON represented.id = d.user_id
  CROSS JOIN LATERAL ${openStepsOf('d.user_id')} ${CURRENT}
  WHERE d.delegate_id = $1 AND ${isRunning('d', '$2::bigint')} AND ${isAwaited('s', 'd.user_id')}
    AND ${unavailableBecause('represented', 's.binder_id')} IS NULL AND ${mayAct('s', '$1::text')}
  ORDER BY s.binder_id, s.id, represented.name, represented.id)`;

/** The list of waiting steps is sorted by these fields. */
export interface WaitingPosition {
  /** NO_DUE_TIME if the step has no due time. */
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
export const COUNT = `SELECT count(*) AS count FROM (SELECT FROM (${WAITING_STEPS}) w LIMIT ${MAX_COUNT}) counted`;

export async function countWaitingSteps(db: Database, userId: string, now: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT, [userId, now]);
  return row?.count ?? 0;
}
