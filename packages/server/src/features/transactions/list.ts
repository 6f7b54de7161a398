import { type Actor, accessBinderAsOf } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { findTransactions, type TransactionRow } from './queries.ts';
import { TRANSACTION_TABLES } from './service.ts';

/** A transaction can have a megabyte. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Limits how far the rows in memory exceed MAX_BYTES. */
const BATCH = 50;

/** The response contains the first `fittingCount` of `rows`. */
export interface TransactionList {
  rows: TransactionRow[];
  fittingCount: number;
}

export async function listTransactions(
  env: Environment,
  actor: Actor,
  range: { binderId: string; after: number; limit: number; asOf?: string | undefined },
): Promise<TransactionList> {
  const db = await accessBinderAsOf(env, actor, range.binderId, range.asOf, TRANSACTION_TABLES);
  return collectTransactions(env, db, range);
}

export async function collectTransactions(
  { clock }: Environment,
  db: Database,
  range: { binderId: string; after: number; limit: number },
): Promise<TransactionList> {
  const { binderId, limit } = range;
  const rows: TransactionRow[] = [];
  let bytes = 0;
  let fittingCount = 0;
  while (rows.length <= limit && bytes <= MAX_BYTES) {
    const size = Math.min(BATCH, limit + 1 - rows.length);
    const after = rows.at(-1)?.id ?? range.after;
    const batch = await findTransactions(db, binderId, clock.now(), { after, limit: size });
    for (const row of batch) {
      rows.push(row);
      bytes += row.bytes;
      if (bytes <= MAX_BYTES) fittingCount = rows.length;
    }
    if (batch.length < size) break;
  }
  return { rows, fittingCount: Math.min(limit, Math.max(1, fittingCount)) };
}
