import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { first, type Transaction } from '../../storage/database.ts';

/** Whose binder a log belongs to. */
export interface LogOwner extends Record<string, unknown> {
  owner_id: string;
  org_id: string;
  partner_id: string;
  name: string;
}

/** The binder of a log, locked against every change of it; undefined when there is none. */
export function findBinderForUpdate(tx: Transaction, binderId: string): Promise<LogOwner | undefined> {
  return first<LogOwner>(
    tx,
    'SELECT owner_id, org_id, partner_id, name FROM binders WHERE id = $1 FOR NO KEY UPDATE',
    [binderId],
  );
}

/**
 * Begins another history of a binder's chain and locks its head to the commit: links that a process has made of what it
 * read before are not stored, although the chain may end at the same seq and hash again.
 */
export async function beginHistory(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `INSERT INTO binder_chain_heads (binder_id, seq, hash) VALUES ($1, 0, decode($2, 'hex'))
     ON CONFLICT (binder_id) DO UPDATE SET history = DEFAULT`,
    [binderId, CHAIN_START],
  );
}

/** Removes the links of a chain from a place on, both included. Needs `beginHistory`. */
export async function deleteLinks(tx: Transaction, binderId: string, from: number): Promise<void> {
  await tx.query('DELETE FROM binder_chain WHERE binder_id = $1 AND seq >= $2', [binderId, from]);
}

/** Moves the head of a chain to its last link. Needs `beginHistory`. */
export async function setHead(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `UPDATE binder_chain_heads SET (seq, hash) = (
       SELECT seq, hash FROM (
         (SELECT seq, hash FROM binder_chain WHERE binder_id = $1 ORDER BY seq DESC LIMIT 1)
         UNION ALL SELECT 0, decode($2, 'hex')
       ) ends ORDER BY seq DESC LIMIT 1
     ) WHERE binder_id = $1`,
    [binderId, CHAIN_START],
  );
}

/** The first entry that is missing from a log; undefined when it is whole. */
export async function findGap(tx: Transaction, binderId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ seq: number | null }>(
    `SELECT CASE WHEN count(l.seq) = b.seq THEN NULL ELSE (
       SELECT min(expected) FROM generate_series(1, b.seq) AS expected
       WHERE NOT EXISTS (SELECT FROM binder_log WHERE binder_id = $1 AND seq = expected)
     ) END AS seq
     FROM binders b LEFT JOIN binder_log l ON l.binder_id = b.id AND l.seq <= b.seq WHERE b.id = $1 GROUP BY b.seq`,
    [binderId],
  );
  return row?.seq ?? undefined;
}
