import type { Outcome } from '@ringbinder/protocol';
import { archiveRowVersions } from '../../log/index.ts';
import { first, hasRow, type Transaction } from '../../storage/database.ts';

/**
 * Facts that decide whether a step may be reassigned. The columns of the assignee are null if the step does not
 * exist.
 */
export interface ReassignRow extends Record<string, unknown> {
  creator_id: string;
  outcome: Outcome | null;
  assignee_id: string | null;
  assignee_name: string | null;
  is_completed: boolean;
}

export function findStepToReassign(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  stepId: number,
): Promise<ReassignRow | undefined> {
  return first<ReassignRow>(
    tx,
    `SELECT t.creator_id, t.outcome, s.assignee_id, u.name AS assignee_name, s.completed_at IS NOT NULL AS is_completed
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3
     LEFT JOIN users u ON u.id = s.assignee_id
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

/**
 * Assigns an open step to another person and deletes the unused links of the previous assignee. Returns false if the
 * step was completed or reassigned meanwhile, or the transaction has ended.
 */
export function updateAssignee(tx: Transaction, reassignment: Reassignment): Promise<boolean> {
  const { binderId, transactionId, stepId, previousId, assigneeId, at } = reassignment;
  return hasRow(
    tx,
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')}),
     assigned AS (
       UPDATE transaction_steps s SET assignee_id = $5, updated_at = $6
       FROM transactions t
       WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.deleted_at IS NULL AND t.outcome IS NULL
         AND s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3::text::bigint
         AND s.completed_at IS NULL AND s.assignee_id = $4
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
