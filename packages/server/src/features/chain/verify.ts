import { type ApiError, damaged } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { type ChainCheck, type ChainProblem, checkChain } from './check.ts';
import { type ChainPosition, findPosition } from './queries.ts';

/** A chain that was checked from its beginning to its head, and where its log ends. */
export interface VerifiedChain extends ChainCheck {
  position: ChainPosition;
}

/**
 * Checks the whole chain of a binder while people write. Checks again when an import replaced it meanwhile. Returns
 * undefined when there is no such binder.
 */
export async function verifyChain(db: Database, binderId: string): Promise<VerifiedChain | undefined> {
  for (;;) {
    const position = await findPosition(db, binderId);
    if (!position) return;
    const check = await checkPosition(db, binderId, position);
    if (check.problem === null || (await isSameHistory(db, binderId, position)))
      return { ...check, position };
  }
}

async function checkPosition(db: Database, binderId: string, position: ChainPosition): Promise<ChainCheck> {
  const { seq, chained_seq, hash } = position;
  if (chained_seq <= seq) return checkChain(db, binderId, { seq: chained_seq, hash });
  // Links behind the last entry fit nothing.
  const check = await checkChain(db, binderId, { seq: chained_seq, hash });
  const reason = 'the chain goes on behind the end of the log';
  return check.problem?.seq === seq + 1 ? { ...check, problem: { seq: seq + 1, reason } } : check;
}

/** Whether a chain still belongs to the history in which its position was read. */
export async function isSameHistory(
  db: Database,
  binderId: string,
  { history }: Pick<ChainPosition, 'history'>,
): Promise<boolean> {
  return (await findPosition(db, binderId))?.history === history;
}

/** 500: the log of a binder does not fit its hash chain, so nothing that proves it can be made. */
export function chainDamaged(binderId: string, { seq, reason }: ChainProblem): ApiError {
  return damaged(
    `the log of binder ${binderId} does not fit its hash chain at seq ${seq}: ${reason}. The operator of the service can find the cause with \`npm run check-chains\``,
  );
}
