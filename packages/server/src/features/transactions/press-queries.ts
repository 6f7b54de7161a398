import type { Action } from '@ringbinder/protocol';
import type { Transaction } from '../../storage/database.ts';

/** What decides whether a button may be pressed. The columns of the step are null when the transaction has no such step. */
export interface PressRow extends Record<string, unknown> {
  is_active: boolean;
  assignee_id: string | null;
  actions: Action[] | null;
  /** Steps of lower order are not done. */
  is_waiting: boolean;
  /** The creator of the transaction when it is a bot, else null. */
  bot_user_id: string | null;
}

/** The step of a press with its transaction; undefined when there is no such transaction. */
export async function findStepToPress(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  stepId: number,
): Promise<PressRow | undefined> {
  const [row] = await tx.query<PressRow>(
    `SELECT t.is_active, s.assignee_id, s.actions,
       EXISTS (
         SELECT FROM transaction_steps earlier
         WHERE earlier.binder_id = t.binder_id AND earlier.transaction_id = t.id
           AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL
       ) AS is_waiting,
       (SELECT id FROM users WHERE id = t.creator_id AND is_bot) AS bot_user_id
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.id = $3
     WHERE t.binder_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`,
    [binderId, transactionId, stepId],
  );
  return row;
}

/** Completes a step, once: false when it was done already. */
export async function completeStep(
  tx: Transaction,
  press: { binderId: string; transactionId: number; stepId: number; buttonId: string; at: number },
): Promise<boolean> {
  const { binderId, transactionId, stepId, buttonId, at } = press;
  const rows = await tx.query(
    `WITH completed AS (
       UPDATE transaction_steps SET clicked_button_id = $4, completed_at = $5, updated_at = $5
       WHERE binder_id = $1 AND transaction_id = $2 AND id = $3 AND completed_at IS NULL
       RETURNING binder_id, transaction_id
     )
     UPDATE transactions t SET updated_at = $5 FROM completed
     WHERE t.binder_id = completed.binder_id AND t.id = completed.transaction_id RETURNING t.id`,
    [binderId, transactionId, stepId, buttonId, at],
  );
  return rows.length > 0;
}
