import type { Transaction } from '@ringbinder/protocol';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { collectTransactions } from './list.ts';
import { presentTransaction } from './present.ts';
import { findTransactionsByIds } from './queries.ts';

export async function readTransactions(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Transaction>> {
  const rows = await findTransactionsByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentTransaction(row)]));
}

export async function readFirstTransactions(
  db: Database,
  binderId: string,
): Promise<{ transactions: Transaction[]; isComplete: boolean }> {
  const { rows, fittingCount } = await collectTransactions(db, { binderId, after: 0, limit: MAX_LIST_LIMIT });
  const transactions = rows.slice(0, fittingCount).map((row) => presentTransaction(row));
  return { transactions, isComplete: transactions.length === rows.length };
}
