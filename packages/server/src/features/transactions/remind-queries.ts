import { awaitedPeople } from '../../access/index.ts';
import { archiveRowVersions } from '../../log/index.ts';
import { first, type Transaction } from '../../storage/database.ts';

export async function awaitsOthers(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  userId: string,
): Promise<boolean> {
  const row = await first(
    tx,
    `SELECT FROM transaction_steps s CROSS JOIN LATERAL ${awaitedPeople('s')} own
     WHERE s.binder_id = $1 AND s.transaction_id = $2 AND s.completed_at IS NULL AND own.id <> $3 AND NOT EXISTS (
       SELECT FROM transaction_steps earlier
       WHERE earlier.binder_id = $1 AND earlier.transaction_id = $2
         AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL)
     LIMIT 1`,
    [binderId, transactionId, userId],
  );
  return row !== undefined;
}

/** Returns false if there was a reminder after `since`. */
export async function storeReminder(
  tx: Transaction,
  reminder: { binderId: string; transactionId: number; at: number; since: number },
): Promise<boolean> {
  const { binderId, transactionId, at, since } = reminder;
  const row = await first(
    tx,
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')})
     UPDATE transactions SET reminded_at = $3
     WHERE binder_id = $1 AND id = $2::text::bigint AND coalesce(reminded_at <= $4, true) RETURNING id`,
    [binderId, transactionId, at, since],
  );
  return row !== undefined;
}
