import { type ApiError, damaged } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { type ChainCheck, type ChainProblem, checkChain } from './check.ts';
import { type ChainPosition, findPosition } from './queries.ts';

export interface VerifiedChain extends ChainCheck {
  position: ChainPosition;
}

/** Starts again when an import or relink replaces the chain. */
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
  const { seq, chained_seq, linked_seq, hash } = position;
  const check = await checkChain(db, binderId, { seq: chained_seq, hash });
  if (check.problem === null && linked_seq > chained_seq)
    check.problem = { seq: chained_seq + 1, reason: 'the chain continues after its head' };
  if (chained_seq > seq && check.problem?.seq === seq + 1)
    check.problem.reason = 'the chain is longer than the log';
  return check;
}

export async function isSameHistory(
  db: Database,
  binderId: string,
  { history }: Pick<ChainPosition, 'history'>,
): Promise<boolean> {
  return (await findPosition(db, binderId))?.history === history;
}

export function chainDamaged(binderId: string, { seq, reason }: ChainProblem): ApiError {
  return damaged(
    `the log of binder ${binderId} does not match its hash chain at seq ${seq}: ${reason}. The operator of the service can find the cause with \`npm run check-chains\``,
  );
}
