import type { StoredError } from '../../errors.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';

export interface ClipRow extends Record<string, unknown> {
  binder_id: string;
  id: string;
  user_id: string;
  name: string;
  size: number;
  part_start: number;
  part_end: number | null;
  attempts: number;
  created_at: number;
  updated_at: number;
  page_id: number | null;
  file_id: string | null;
  /** Milliseconds. */
  kept_start: number | null;
  kept_end: number | null;
  refusal: StoredError | null;
}

export interface ClipKey {
  binderId: string;
  id: string;
}

const IS_UNFINISHED = 'page_id IS NULL AND refusal IS NULL';
const KEY = 'binder_id = $1 AND id = $2';

export function findClip(db: Database, { binderId, id }: ClipKey): Promise<ClipRow | undefined> {
  return first<ClipRow>(db, `SELECT * FROM clips WHERE ${KEY}`, [binderId, id]);
}

export async function insertClip(
  tx: Transaction,
  clip: Pick<ClipRow, 'binder_id' | 'id' | 'user_id' | 'name' | 'size' | 'part_start' | 'part_end'>,
  at: number,
): Promise<void> {
  const { binder_id, id, user_id, name, size, part_start, part_end } = clip;
  await tx.query(
    `INSERT INTO clips (binder_id, id, user_id, name, size, part_start, part_end, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [binder_id, id, user_id, name, size, part_start, part_end, at],
  );
}

export function claimClip(
  db: Database,
  { binderId, id }: ClipKey,
  forMs: number,
): Promise<ClipRow | undefined> {
  return first<ClipRow>(
    db,
    `UPDATE clips SET attempts = attempts + 1, claimed_until = ${DATABASE_NOW} + $3
     WHERE ${KEY} AND ${IS_UNFINISHED} AND claimed_until <= ${DATABASE_NOW} RETURNING *`,
    [binderId, id, forMs],
  );
}

export async function extendClaim(
  db: Database,
  { binder_id, id, attempts }: ClipRow,
  forMs: number,
): Promise<void> {
  await db.query(
    `UPDATE clips SET claimed_until = ${DATABASE_NOW} + $4 WHERE ${KEY} AND ${IS_UNFINISHED} AND attempts = $3`,
    [binder_id, id, attempts, forMs],
  );
}

/** The recording did not cause the failure, so the attempt does not count. */
export async function postponeAttempt(
  db: Database,
  { binder_id, id, attempts }: ClipRow,
  inMs: number,
): Promise<void> {
  await db.query(
    `UPDATE clips SET claimed_until = ${DATABASE_NOW} + $4, attempts = attempts - 1 WHERE ${KEY} AND ${IS_UNFINISHED} AND attempts = $3`,
    [binder_id, id, attempts, inMs],
  );
}

export function completeClip(
  tx: Transaction,
  { binderId, id }: ClipKey,
  page: { pageId: number; fileId: string; start: number; end: number },
  at: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE clips SET page_id = $3, file_id = $4, kept_start = $5, kept_end = $6, updated_at = $7
     WHERE ${KEY} AND ${IS_UNFINISHED} RETURNING id`,
    [binderId, id, page.pageId, page.fileId, page.start, page.end, at],
  );
}

export async function refuseClip(
  db: Database,
  { binderId, id }: ClipKey,
  refusal: StoredError,
  at: number,
): Promise<void> {
  await db.query(`UPDATE clips SET refusal = $3, updated_at = $4 WHERE ${KEY} AND ${IS_UNFINISHED}`, [
    binderId,
    id,
    JSON.stringify(refusal),
    at,
  ]);
}

export function findWaitingClips(db: Database, limit: number): Promise<ClipKey[]> {
  return db.query<ClipKey & Record<string, unknown>>(
    `SELECT binder_id AS "binderId", id FROM clips WHERE ${IS_UNFINISHED} AND claimed_until <= ${DATABASE_NOW} ORDER BY created_at LIMIT $1`,
    [limit],
  );
}

export async function deleteEndedClips(db: Database, before: number): Promise<void> {
  await db.query(`DELETE FROM clips WHERE updated_at < $1 AND NOT (${IS_UNFINISHED})`, [before]);
}
