import type { Action, DisplayStatus, Outcome } from '@ringbinder/protocol';
import { archiveRowVersions } from '../../log/index.ts';
import { first, type Transaction } from '../../storage/database.ts';

/**
 * Facts that decide whether a button may be pressed. `assignee_id` and `actions` are null if the step does not exist.
 */
export interface PressRow extends Record<string, unknown> {
  is_active: boolean;
  outcome: Outcome | null;
  assignee_id: string | null;
  actions: Action[] | null;
  is_completed: boolean;
  /** Whether steps of lower order are open. */
  is_waiting: boolean;
  /** The creator of the transaction if it is a bot, else null. */
  bot_user_id: string | null;
}

export function findStepToPress(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  stepId: number,
): Promise<PressRow | undefined> {
  return first<PressRow>(
    tx,
    `SELECT t.is_active, t.outcome, s.assignee_id, s.actions, s.completed_at IS NOT NULL AS is_completed,
       EXISTS (
         SELECT FROM transaction_steps earlier
         WHERE earlier.binder_id = $1 AND earlier.transaction_id = t.id
           AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL
       ) AS is_waiting,
       (SELECT id FROM users WHERE id = t.creator_id AND is_bot) AS bot_user_id
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.id = $3
     WHERE t.binder_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`,
    [binderId, transactionId, stepId],
  );
}

export interface StepCompletion {
  binderId: string;
  transactionId: number;
  stepId: number;
  buttonId: string;
  /** The step is completed only if it is still assigned to this user. */
  assigneeId: string;
  /** Milliseconds. */
  at: number;
  /** Ends the transaction. If undefined, only the last step ends it. */
  outcome: Outcome | undefined;
  /** New display status; undefined leaves it unchanged. */
  displayStatus: DisplayStatus | undefined;
  /** Display status after the last step, unless the transaction already has one. */
  completedStatus: DisplayStatus;
}

export interface CompletedStep extends Record<string, unknown> {
  /** Null while the transaction is open. */
  outcome: Outcome | null;
  display_text: string | null;
  display_style: DisplayStatus['style'] | null;
}

/**
 * Completes an open step, and ends its transaction if the button has an outcome or no other step is open. Returns
 * undefined if the step is completed or has another assignee, or the transaction has ended.
 */
export function completeStep(tx: Transaction, press: StepCompletion): Promise<CompletedStep | undefined> {
  const { binderId, transactionId, stepId, buttonId, at } = press;
  const { outcome = null, displayStatus, completedStatus } = press;
  return first<CompletedStep>(
    tx,
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')}),
     completed AS (
       UPDATE transaction_steps s SET clicked_button_id = $4, completed_at = $5, updated_at = $5
       FROM transactions t
       WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.outcome IS NULL
         AND s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3::text::bigint AND s.completed_at IS NULL
         AND s.assignee_id = $11
       RETURNING s.id, NOT EXISTS (
         SELECT FROM transaction_steps other
         WHERE other.binder_id = $1 AND other.transaction_id = t.id AND other.id <> s.id AND other.completed_at IS NULL
       ) AS is_last
     )
     UPDATE transactions t SET updated_at = $5,
       outcome = coalesce($6, CASE WHEN is_last THEN 'completed' END),
       ended_by_step_id = CASE WHEN $6::text IS NOT NULL THEN completed.id END,
       is_active = is_active AND $6::text IS NULL,
       display_text = coalesce($7, display_text, CASE WHEN is_last THEN $9 END),
       display_style = coalesce($8, display_style, CASE WHEN is_last THEN $10 END)
     FROM completed
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.outcome IS NULL
     RETURNING t.outcome, t.display_text, t.display_style`,
    [
      binderId,
      transactionId,
      stepId,
      buttonId,
      at,
      outcome,
      displayStatus?.text ?? null,
      displayStatus?.style ?? null,
      completedStatus.text,
      completedStatus.style,
      press.assigneeId,
    ],
  );
}
