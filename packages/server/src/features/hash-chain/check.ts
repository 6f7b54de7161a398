import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import type { Database } from '../../storage/database.ts';
import { bodyHash, entryDigest, linkHash } from './hashes.ts';
import { type ChainRow, findChain } from './queries.ts';

const BATCH = 1_000;

export interface ChainProblem {
  seq: number;
  reason: string;
}

/** `seq` and `hash` belong to the last entry that matches the chain. */
export interface ChainCheck {
  seq: number;
  hash: string;
  problem: ChainProblem | null;
}

export function checkRows(
  binderId: string,
  start: { seq: number; hash: string },
  rows: readonly ChainRow[],
): ChainCheck {
  let { seq, hash } = start;
  for (const row of rows) {
    const result = checkRow(binderId, { seq, hash }, row);
    if (typeof result !== 'string') return { seq, hash, problem: result };
    hash = result;
    seq = row.seq;
  }
  return { seq, hash, problem: null };
}

function checkRow(
  binderId: string,
  previous: { seq: number; hash: string },
  row: ChainRow,
): string | ChainProblem {
  const { at, actor_id, kind, epoch, body_hash } = row;
  const problem = (reason: string, seq = row.seq): ChainProblem => ({ seq, reason });
  if (row.seq !== previous.seq + 1) return problem('the entry is missing', previous.seq + 1);
  if (at === null || actor_id === null || kind === null) return problem('the entry is missing');
  if (epoch === null || body_hash === null || row.hash === null)
    return problem('the entry has no hash, although later entries have one');
  if (row.salt !== null && bodyHash(row.salt, row.body) !== body_hash)
    return problem('the body does not match its hash');
  const entry = entryDigest({ binder_id: binderId, epoch, seq: row.seq, at, actor_id, kind, body_hash });
  const hash = linkHash(previous.hash, entry);
  return hash === row.hash ? hash : problem('the entry does not match its hash');
}

/** @param head the stored head, at which the chain must end */
export async function checkChain(
  db: Database,
  binderId: string,
  head: { seq: number; hash: string | null },
): Promise<ChainCheck> {
  let check: ChainCheck = { seq: 0, hash: CHAIN_START, problem: null };
  while (check.problem === null && check.seq < head.seq) {
    const rows = await findChain(db, binderId, { from: check.seq + 1, to: head.seq, limit: BATCH });
    if (rows.length === 0) {
      check.problem = { seq: check.seq + 1, reason: 'the entry is missing' };
      break;
    }
    check = checkRows(binderId, check, rows);
  }
  if (check.problem === null && check.hash !== (head.hash ?? CHAIN_START))
    check.problem = {
      seq: Math.max(1, head.seq),
      reason: 'the hash of the last entry does not match the head of the chain',
    };
  return check;
}
