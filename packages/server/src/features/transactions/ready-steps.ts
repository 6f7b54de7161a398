import type { Transaction } from '../../storage/database.ts';

export interface ReadyStep extends Record<string, unknown> {
  id: number;
  order_number: number;
}

export async function findReadySteps(
  tx: Transaction,
  binderId: string,
  transactionId: number,
): Promise<ReadyStep[]> {
  return tx.query<ReadyStep>(
    `SELECT s.id, s.order_number FROM transactions t JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id
     WHERE t.binder_id = $1 AND t.id = $2::bigint AND t.is_active AND t.outcome IS NULL AND t.deleted_at IS NULL
       AND s.completed_at IS NULL AND s.order_number = (
         SELECT min(order_number) FROM transaction_steps
         WHERE binder_id = $1 AND transaction_id = $2::bigint AND completed_at IS NULL)
     ORDER BY s.id`,
    [binderId, transactionId],
  );
}

export async function readySteps(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  isNew: (step: ReadyStep) => boolean = () => true,
): Promise<{ ready_steps?: number[] }> {
  const ready = (await findReadySteps(tx, binderId, transactionId)).filter(isNew);
  return ready.length === 0 ? {} : { ready_steps: ready.map(({ id }) => id) };
}
