import type { Transaction } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { MAX_LIST_LIMIT } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { collectTransactions } from './list.ts';
import { presentTransaction } from './present.ts';
import { findTransactionsByIds } from './queries.ts';

export async function readTransactions(
  env: Environment,
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, Transaction>> {
  const rows = await findTransactionsByIds(db, binderId, env.clock.now(), ids);
  return new Map(rows.map((row) => [row.id, presentTransaction(row)]));
}

export async function readFirstTransactions(
  env: Environment,
  db: Database,
  binderId: string,
): Promise<{ transactions: Transaction[]; isComplete: boolean }> {
  const { rows, fittingCount } = await collectTransactions(env, db, {
    binderId,
    after: 0,
    limit: MAX_LIST_LIMIT,
  });
  const transactions = rows.slice(0, fittingCount).map((row) => presentTransaction(row));
  return { transactions, isComplete: transactions.length === rows.length };
}
