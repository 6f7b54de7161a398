import { first, type Transaction } from '../../storage/database.ts';
import { archiveStep } from './archive-step.ts';

/** Returns false if the person opened the step before. */
export async function storeView(
  tx: Transaction,
  view: { binderId: string; transactionId: number; stepId: number; userId: string; at: number },
): Promise<boolean> {
  const { binderId, transactionId, stepId, userId, at } = view;
  const row = await first(
    tx,
    `WITH ${archiveStep}
     UPDATE transaction_steps SET views = coalesce(views, '{}') || jsonb_build_object($4::text, $5::bigint)
     WHERE binder_id = $1 AND transaction_id = $2::text::bigint AND id = $3::text::bigint
       AND NOT coalesce(views ? $4, false) RETURNING id`,
    [binderId, transactionId, stepId, userId, at],
  );
  return row !== undefined;
}
