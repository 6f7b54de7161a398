import { archiveRowVersions } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { redrawSql } from './signature-queries.ts';

export interface Branch {
  binderId: string;
  transactionId: number;
  stepId: number;
  orderNumber: number;
  next: number;
  maxReopenings: number;
  at: number;
}

const stepsWhere = (condition: string) =>
  `ARRAY(SELECT e.id::text FROM transaction_steps e WHERE e.binder_id = $1 AND e.transaction_id = $2::text::bigint AND ${condition})`;

const between = (step: string) =>
  `${step}.order_number > $3::float8 AND ${step}.order_number < $4::float8 AND ${step}.completed_at IS NULL`;

export async function skipSteps(
  tx: Transaction,
  { binderId, transactionId, orderNumber, next, at }: Branch,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH kept AS (${archiveRowVersions('transaction_steps', stepsWhere(between('e')))})
     UPDATE transaction_steps s SET completed_at = $5::bigint, updated_at = $5::bigint
     WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND ${between('s')}
     RETURNING s.id`,
    [binderId, transactionId, orderNumber, next, at],
  );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** A jump back reopens the steps from `next` to the completed step, and later completed or skipped steps. */
const reached = (step: string) =>
  `${step}.order_number >= $4::float8 AND (${step}.order_number <= $3::float8 OR ${step}.completed_at IS NOT NULL)`;

/** Pages that were read still count as read. */
export async function reopenSteps(
  tx: Transaction,
  { binderId, transactionId, orderNumber, next, at }: Branch,
): Promise<{ id: number; reopenings: number }[]> {
  const rows = await tx.query<{ id: number; reopenings: number }>(
    `WITH kept AS (${archiveRowVersions('transaction_steps', stepsWhere(reached('e')))}),
     redrawn AS (${redrawSql(`e.transaction_id = $2::text::bigint AND ${reached('e')}`, '$5')})
     UPDATE transaction_steps s SET completed_at = NULL, clicked_button_id = NULL, updated_at = $5::bigint,
       presses = CASE WHEN s.presses IS NOT NULL THEN '{}'::jsonb END, delegates = NULL, answers = NULL, signatures = NULL,
       assignee_id = coalesce(s.assignee_ids[1], s.assignee_id), overdue_at = NULL,
       due_at = $5::bigint + s.due_at - coalesce(s.reopened_at, s.created_at),
       reopened_at = $5::bigint, reopenings = coalesce(s.reopenings, 0) + 1
     WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND ${reached('s')}
     RETURNING s.id, s.reopenings`,
    [binderId, transactionId, orderNumber, next, at],
  );
  return rows.sort((one, other) => one.id - other.id);
}
