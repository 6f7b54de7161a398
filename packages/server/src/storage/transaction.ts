import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BorrowedConnection,
  type Connections,
  isStalePlan,
  runStatement,
  withConnection,
} from './connections.ts';
import type { Transaction } from './database.ts';
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

const RACE_LOST = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 8;

/** A random pause prevents collisions. Throws DatabaseBusy after eight attempts. */
export async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!RACE_LOST.has((error as { code?: string }).code ?? '') && !isStalePlan(error)) throw error;
      if (count === MAX_ATTEMPTS) throw new DatabaseBusy(`a transaction lost ${count} races`, error);
      await sleep(Math.random() * 2 ** count);
    }
  }
}

export function runTransaction<T>(
  connections: Connections,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; hooks: (() => void)[] }> {
  return withConnection(connections, async (borrowed) => {
    const hooks: (() => void)[] = [];
    const { tx, close } = openTransaction(borrowed, hooks);
    await runStatement(borrowed, 'BEGIN');
    try {
      const result = await work(tx);
      close();
      await commit(borrowed);
      return { result, hooks };
    } catch (error) {
      close();
      await rollBack(borrowed, error);
      throw error;
    }
  });
}

function openTransaction(
  borrowed: BorrowedConnection,
  hooks: (() => void)[],
): { tx: Transaction; close(): void } {
  let open = true;
  // Unawaited work must not run on a reused connection.
  const checkOpen = () => {
    if (!open) throw new Error('the transaction is over: something in it was not waited for');
  };
  const tx: Transaction = {
    async query(text, values) {
      checkOpen();
      return (await runStatement(borrowed, text, values)).rows as never;
    },
    async transaction(inner) {
      checkOpen();
      return inner(tx);
    },
    afterCommit: (hook) => hooks.push(hook),
  };
  const close = () => {
    open = false;
  };
  return { tx, close };
}

async function commit(borrowed: BorrowedConnection): Promise<void> {
  const { command } = await runStatement(borrowed, 'COMMIT');
  // After a failed statement, COMMIT rolls back without an error.
  if (command !== 'COMMIT') throw new Error('nothing was committed: a failed statement was ignored');
}

async function rollBack(borrowed: BorrowedConnection, reason: unknown): Promise<void> {
  // The server rolls back when the connection closes.
  if (reason instanceof DatabaseUnavailable || borrowed.broken) return;
  await runStatement(borrowed, 'ROLLBACK').catch((failure: Error) => {
    borrowed.broken = failure;
  });
}
