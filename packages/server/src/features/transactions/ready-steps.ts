import type { Transaction } from '../../storage/database.ts';

/** The steps that can be answered now: the open ones of the lowest order, in an active transaction without an outcome. */
export async function findReadySteps(
  tx: Transaction,
  binderId: string,
  transactionId: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT s.id FROM transactions t JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id
     WHERE t.binder_id = $1 AND t.id = $2::bigint AND t.is_active AND t.outcome IS NULL AND t.deleted_at IS NULL
       AND s.completed_at IS NULL AND s.order_number = (
         SELECT min(order_number) FROM transaction_steps
         WHERE binder_id = $1 AND transaction_id = $2::bigint AND completed_at IS NULL)
     ORDER BY s.id`,
    [binderId, transactionId],
  );
  return rows.map(({ id }) => id);
}

/**
 * The field of a log entry with the steps that a change made ready; empty without any.
 * @param before from `findReadySteps`, before the change
 */
export async function readySteps(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  before: readonly number[] = [],
): Promise<{ ready_steps?: number[] }> {
  const ready = (await findReadySteps(tx, binderId, transactionId)).filter((id) => !before.includes(id));
  return ready.length === 0 ? {} : { ready_steps: ready };
}
