import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { first, type Transaction } from '../../storage/database.ts';

export interface LogOwner extends Record<string, unknown> {
  owner_id: string;
  org_id: string;
  partner_id: string;
  name: string;
}

export function findBinderForUpdate(tx: Transaction, binderId: string): Promise<LogOwner | undefined> {
  return first<LogOwner>(
    tx,
    'SELECT owner_id, org_id, partner_id, name FROM binders WHERE id = $1 FOR NO KEY UPDATE',
    [binderId],
  );
}

/** Until the commit, other processes cannot chain entries. */
export async function lockHead(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `INSERT INTO binder_chain_heads AS h (binder_id, seq, hash) VALUES ($1, 0, decode($2, 'hex'))
     ON CONFLICT (binder_id) DO UPDATE SET history = h.history`,
    [binderId, CHAIN_START],
  );
}

/** Afterwards, the database rejects links that were computed from earlier reads. */
export async function beginHistory(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `INSERT INTO binder_chain_heads (binder_id, seq, hash) VALUES ($1, 0, decode($2, 'hex'))
     ON CONFLICT (binder_id) DO UPDATE SET history = DEFAULT`,
    [binderId, CHAIN_START],
  );
}

/** Call `beginHistory` first. */
export async function deleteLinks(tx: Transaction, binderId: string, from: number): Promise<void> {
  await tx.query('DELETE FROM binder_chain WHERE binder_id = $1 AND seq >= $2', [binderId, from]);
}

/** Call `beginHistory` first. The link of this position may be missing. */
export async function setHeadTo(
  tx: Transaction,
  binderId: string,
  { seq, hash }: { seq: number; hash: string },
): Promise<void> {
  await tx.query(`UPDATE binder_chain_heads SET seq = $2, hash = decode($3, 'hex') WHERE binder_id = $1`, [
    binderId,
    seq,
    hash,
  ]);
}

/** Call `beginHistory` first. */
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
