import type { Outcome } from '@ringbinder/protocol';
import { hasActed, isAssignee, isExcluded, isOpenAssignee } from '../../access/index.ts';
import { first, hasRow, type Transaction } from '../../storage/database.ts';
import { archiveStep } from './archive-step.ts';

/** `assignees` is null if the step does not exist. */
export interface ReassignRow extends Record<string, unknown> {
  creator_id: string;
  outcome: Outcome | null;
  assignees: { id: string; name: string; has_pressed: boolean }[] | null;
  group_names: string[] | null;
  is_completed: boolean;
  delegate_ids: string[];
  has_exclusions: boolean;
}

export function findStepToReassign(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  stepId: number,
): Promise<ReassignRow | undefined> {
  return first<ReassignRow>(
    tx,
    `SELECT t.creator_id, t.outcome, s.completed_at IS NOT NULL AS is_completed,
       CASE WHEN s.group_ids IS NOT NULL THEN ARRAY(
         SELECT g.name FROM person_groups g WHERE g.id = ANY(s.group_ids) ORDER BY g.name) END AS group_names,
       CASE WHEN s.id IS NOT NULL THEN (
         SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'has_pressed', coalesce(s.presses ? u.id, false))), '[]')
         FROM users u WHERE u.id = ANY(coalesce(s.assignee_ids, ARRAY[s.assignee_id]))) END AS assignees,
       ARRAY(SELECT value FROM jsonb_each_text(s.delegates)) AS delegate_ids,
       EXISTS (
         SELECT FROM transaction_steps any_step WHERE any_step.binder_id = $1 AND any_step.transaction_id = t.id
           AND (any_step.not_creator OR any_step.distinct_from IS NOT NULL)
       ) AS has_exclusions
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3
     WHERE t.binder_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`,
    [binderId, transactionId, stepId],
  );
}

export interface Reassignment {
  binderId: string;
  transactionId: number;
  stepId: number;
  previousId: string;
  assigneeId: string;
  at: number;
}

export function isExcludedFrom(
  tx: Transaction,
  binderId: string,
  stepId: number,
  userId: string,
): Promise<boolean> {
  return hasRow(
    tx,
    `SELECT FROM transaction_steps s WHERE s.binder_id = $1 AND s.id = $2 AND ${isExcluded('s', '$3::text')}`,
    [binderId, stepId, userId],
  );
}

/** Returns false if a concurrent change prevents the replacement. */
export function updateAssignee(tx: Transaction, reassignment: Reassignment): Promise<boolean> {
  const { binderId, transactionId, stepId, previousId, assigneeId, at } = reassignment;
  return hasRow(
    tx,
    `WITH ${archiveStep},
     assigned AS (
       UPDATE transaction_steps s SET updated_at = $6,
         assignee_id = CASE WHEN s.assignee_id = $4 THEN $5 ELSE s.assignee_id END,
         assignee_ids = array_replace(s.assignee_ids, $4::text, $5::text)
       FROM transactions t
       WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.deleted_at IS NULL AND t.outcome IS NULL
         AND s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3::text::bigint
         AND s.completed_at IS NULL AND ${isOpenAssignee('s', '$4::text')}
         AND NOT coalesce(${isAssignee('s', '$5::text')}, false)
       RETURNING s.id
     ), unlinked AS (
       DELETE FROM step_links l USING assigned
       WHERE l.binder_id = $1 AND l.step_id = assigned.id AND l.user_id = $4 AND l.used_at IS NULL
     )
     UPDATE transactions t SET updated_at = $6 FROM assigned
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint RETURNING t.id`,
    [binderId, transactionId, stepId, previousId, assigneeId, at],
  );
}

export function addAssignee(
  tx: Transaction,
  { binderId, transactionId, stepId, assigneeId, at }: Omit<Reassignment, 'previousId'>,
): Promise<boolean> {
  return hasRow(
    tx,
    `WITH ${archiveStep},
     assigned AS (
       UPDATE transaction_steps s SET updated_at = $5, assignee_ids = s.assignee_ids || $4::text
       WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = $3::text::bigint
         AND s.completed_at IS NULL AND NOT ${isAssignee('s', '$4::text')} AND NOT ${hasActed('s', '$4::text')}
       RETURNING s.id
     )
     UPDATE transactions t SET updated_at = $5 FROM assigned
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint RETURNING t.id`,
    [binderId, transactionId, stepId, assigneeId, at],
  );
}

/**
 * Returns false if the step needs several presses, also has named assignees, has been pressed, or is
 * completed.
 */
export function replaceGroups(
  tx: Transaction,
  { binderId, transactionId, stepId, assigneeId, at }: Omit<Reassignment, 'previousId'>,
): Promise<boolean> {
  return hasRow(
    tx,
    `WITH ${archiveStep},
     assigned AS (
       UPDATE transaction_steps s SET updated_at = $5, assignee_id = $4,
         group_ids = NULL, assignee_ids = NULL, required = NULL, presses = NULL, delegates = NULL
       WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = $3::text::bigint
         AND s.completed_at IS NULL AND s.group_ids IS NOT NULL AND s.required = 1
         AND s.assignee_ids = '{}' AND s.presses = '{}'
       RETURNING s.id
     ), unlinked AS (
       DELETE FROM step_links l USING assigned
       WHERE l.binder_id = $1 AND l.step_id = assigned.id AND l.used_at IS NULL
     )
     UPDATE transactions t SET updated_at = $5 FROM assigned
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint RETURNING t.id`,
    [binderId, transactionId, stepId, assigneeId, at],
  );
}
