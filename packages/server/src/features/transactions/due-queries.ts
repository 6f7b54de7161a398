import { awaitedPeople, isExcluded, unavailableBecause } from '../../access/index.ts';
import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { alarmAfter } from './alarm.ts';

/** SQL for steps `s` that have an alarm and can be completed now, with their transactions `t`. */
const CURRENT = `
  FROM transaction_steps s
  JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id
    AND t.deleted_at IS NULL AND t.outcome IS NULL AND t.is_active
  JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
  WHERE s.alarm_at IS NOT NULL AND s.completed_at IS NULL AND NOT EXISTS (
    SELECT FROM transaction_steps earlier
    WHERE earlier.binder_id = s.binder_id AND earlier.transaction_id = s.transaction_id
      AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL)`;

export function findDueSteps(
  db: Database,
  now: number,
  limit: number,
): Promise<{ binder_id: string; transaction_id: number; id: number }[]> {
  return db.query(
    `SELECT s.binder_id, s.transaction_id, s.id ${CURRENT} AND s.alarm_at <= $1 ORDER BY s.alarm_at LIMIT $2`,
    [now, limit],
  );
}

export async function findNextAlarm(db: Database, now: number): Promise<number | null> {
  const row = await first<{ at: number | null }>(
    db,
    `SELECT min(s.alarm_at) AS at ${CURRENT} AND s.alarm_at > $1`,
    [now],
  );
  return row?.at ?? null;
}

export interface AlarmRow extends Record<string, unknown> {
  transaction_id: number;
  due_at: number;
  creator_id: string;
  assignee_id: string;
  assignee_name: string;
  is_shared: boolean;
  awaited: string[];
  was_overdue: boolean;
  /** Null if no escalation is due, or if this person cannot press a button of the step. */
  escalate_to: string | null;
  escalate_name: string | null;
}

/** Returns undefined if the step has no due alarm, for example after another process claimed it. */
export async function claimAlarm(
  tx: Transaction,
  binderId: string,
  stepId: number,
  now: number,
): Promise<AlarmRow | undefined> {
  // Presses take the same lock, so none can complete the step before the commit.
  await tx.query('SELECT FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
  return first<AlarmRow>(
    tx,
    `WITH kept AS (${archiveRowVersions('transaction_steps', 'ARRAY[$2::text]')}), due AS (
       SELECT s.id, t.creator_id, coalesce(s.due_at, t.due_at) AS due_at, coalesce(s.reminders, t.reminders) AS reminders,
         s.overdue_at IS NOT NULL AS was_overdue,
         CASE WHEN coalesce(s.due_at, t.due_at) + s.escalate_after <= $3 THEN s.escalate_to END AS escalate_to
       ${CURRENT} AND s.binder_id = $1 AND s.id = $2::text::bigint AND s.alarm_at <= $3
     )
     UPDATE transaction_steps s SET alarm_at = ${alarmAfter('due.due_at', 'due.reminders', 's.escalate_after', '$3')},
       overdue_at = CASE WHEN due.due_at <= $3 THEN coalesce(s.overdue_at, $3::bigint) END,
       escalate_to = CASE WHEN next.id IS NULL THEN s.escalate_to END
     FROM due
     JOIN users assignee ON assignee.id = (SELECT assignee_id FROM transaction_steps WHERE binder_id = $1 AND id = due.id)
     LEFT JOIN users next ON next.id = due.escalate_to AND ${unavailableBecause('next', '$1')} IS NULL
       AND (SELECT ${isExcluded('step', 'next.id')} IS NOT TRUE FROM transaction_steps step WHERE step.binder_id = $1 AND step.id = due.id)
     WHERE s.binder_id = $1 AND s.id = due.id
     RETURNING s.transaction_id, due.due_at, due.creator_id, s.assignee_id, assignee.name AS assignee_name,
       s.assignee_ids IS NOT NULL AS is_shared, ARRAY(SELECT id FROM ${awaitedPeople('s')} AS person) AS awaited, due.was_overdue, next.id AS escalate_to, next.name AS escalate_name`,
    [binderId, stepId, now],
  );
}
