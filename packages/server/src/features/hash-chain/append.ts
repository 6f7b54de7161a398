import { randomBytes } from 'node:crypto';
import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import type { Database } from '../../storage/database.ts';
import { bodyHash, entryDigest, linkHash } from './hashes.ts';
import { type Advance, findUnchained, insertLinks, type Link, type UnchainedRow } from './queries.ts';

const MAX_ENTRIES_PER_LOG = 500;
const SALT_BYTES = 16;

/**
 * A compare-and-set moves each head, so that concurrent processes chain each entry once and in order.
 *
 * @returns `behind`: the binders whose chain is still shorter than their log
 */
export async function chainNext(
  db: Database,
  binderIds: readonly string[],
): Promise<{ entries: number; behind: string[] }> {
  const rows = await findUnchained(db, binderIds, MAX_ENTRIES_PER_LOG);
  if (rows.length === 0) return { entries: 0, behind: [] };
  const advances = new Map<string, Advance>();
  const links = rows.map((row) => linkOf(row, advances));
  const movedIds = new Set(await insertLinks(db, [...advances.values()], links));
  const latest = new Map(rows.map((row) => [row.binder_id, row.latest]));
  // The byte limit may have excluded all entries of a binder.
  const behind = binderIds.filter((id) => !movedIds.has(id) || advances.get(id)?.seq !== latest.get(id));
  return { entries: rows.filter((row) => movedIds.has(row.binder_id)).length, behind };
}

export async function chainLog(db: Database, binderId: string): Promise<void> {
  for (let behind = [binderId]; behind.length > 0; ) ({ behind } = await chainNext(db, behind));
}

function linkOf(row: UnchainedRow, advances: Map<string, Advance>): Link {
  const { binder_id: binderId, seq, epoch, history, from } = row;
  const previous = advances.get(binderId)?.hash ?? row.previous ?? CHAIN_START;
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const body_hash = bodyHash(salt, row.body);
  const hash = linkHash(previous, entryDigest({ ...row, body_hash }));
  advances.set(binderId, { binderId, epoch, history, from, seq, hash });
  return { binderId, seq, epoch, salt, bodyHash: body_hash, hash };
}
