import type { StoredError } from '../../errors.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { ENDED_RETENTION_MS, EXPIRY_MS, MAX_AGE_MS } from './limits.ts';

export interface UploadRow extends Record<string, unknown> {
  id: string;
  name: string;
  metadata: string;
  length: number | null;
  received: number;
  created_at: number;
  updated_at: number;
  expires_at: number;
  file_id: string | null;
  completed_at: number | null;
  refusal: StoredError | null;
}

export interface UploadKey {
  binderId: string;
  id: string;
  userId: string;
}

const COLUMNS =
  'id, name, metadata, length, received, created_at, updated_at, expires_at, file_id, completed_at, refusal';
const OPEN = 'completed_at IS NULL AND refusal IS NULL';
const KEY = 'binder_id = $1 AND id = $2 AND user_id = $3';

export function findUpload(
  db: Database,
  { binderId, id, userId }: UploadKey,
  now: number,
): Promise<UploadRow | undefined> {
  return first<UploadRow>(db, `SELECT ${COLUMNS} FROM uploads WHERE ${KEY} AND expires_at > $4`, [
    binderId,
    id,
    userId,
    now,
  ]);
}

export function findOpenUploads(
  db: Database,
  { binderId, userId }: Omit<UploadKey, 'id'>,
  now: number,
): Promise<UploadRow[]> {
  return db.query<UploadRow>(
    `SELECT ${COLUMNS} FROM uploads
     WHERE binder_id = $1 AND user_id = $2 AND ${OPEN} AND expires_at > $3 ORDER BY created_at, id`,
    [binderId, userId, now],
  );
}

export async function lockReservations(
  tx: Transaction,
  userId: string,
  now: number,
): Promise<{ uploads: number; bytes: number }> {
  await tx.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  // A separate statement, so that its snapshot includes the commit of the previous lock holder.
  const [row] = await tx.query<{ uploads: number; bytes: string }>(
    `SELECT count(*) AS uploads, coalesce(sum(reserved), 0) AS bytes FROM uploads
     WHERE user_id = $1 AND ${OPEN} AND expires_at > $2`,
    [userId, now],
  );
  return { uploads: row?.uploads ?? 0, bytes: Number(row?.bytes ?? 0) };
}

export async function insertUpload(
  db: Database,
  { binderId, id, userId }: UploadKey,
  {
    name,
    metadata,
    length,
    reserved,
  }: Pick<UploadRow, 'name' | 'metadata' | 'length'> & { reserved: number },
  at: number,
): Promise<void> {
  await db.query(
    `INSERT INTO uploads (binder_id, id, user_id, name, metadata, length, reserved, created_at, updated_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [binderId, id, userId, name, metadata, length, reserved, at, at + EXPIRY_MS],
  );
}

export function findUploadForUpdate(
  tx: Transaction,
  { binderId, id, userId }: UploadKey,
): Promise<UploadRow | undefined> {
  return first<UploadRow>(tx, `SELECT ${COLUMNS} FROM uploads WHERE ${KEY} AND ${OPEN} FOR UPDATE`, [
    binderId,
    id,
    userId,
  ]);
}

export async function updateReceived(
  tx: Transaction,
  { binderId, id }: UploadKey,
  received: number,
  at: number,
): Promise<void> {
  await tx.query(
    `UPDATE uploads SET received = $3, updated_at = $4, expires_at = least($4 + $5::bigint, created_at + $6::bigint)
     WHERE binder_id = $1 AND id = $2`,
    [binderId, id, received, at, EXPIRY_MS, MAX_AGE_MS],
  );
}

export function setLength(db: Database, key: UploadKey, length: number): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE uploads SET length = $4, reserved = $4
     WHERE ${KEY} AND ${OPEN} AND length IS NULL AND received <= $4 RETURNING id`,
    [key.binderId, key.id, key.userId, length],
  );
}

/** Returns true in only one committed transaction. */
export function claimCompletion(
  tx: Transaction,
  { binderId, id, userId }: UploadKey,
  fileId: string,
  at: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE uploads SET file_id = $4, completed_at = $5, updated_at = $5, expires_at = $5 + $6::bigint
     WHERE ${KEY} AND ${OPEN} AND received = length RETURNING id`,
    [binderId, id, userId, fileId, at, ENDED_RETENTION_MS],
  );
}

export async function setRefusal(
  db: Database,
  { binderId, id, userId }: UploadKey,
  refusal: StoredError,
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE uploads SET refusal = $4, updated_at = $5, expires_at = $5 + $6::bigint WHERE ${KEY} AND ${OPEN}`,
    [binderId, id, userId, JSON.stringify(refusal), at, ENDED_RETENTION_MS],
  );
}

export function deleteUpload(db: Database, { binderId, id, userId }: UploadKey): Promise<boolean> {
  return hasRow(db, `DELETE FROM uploads WHERE ${KEY} RETURNING id`, [binderId, id, userId]);
}

export async function deleteExpired(db: Database, now: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>('DELETE FROM uploads WHERE expires_at <= $1 RETURNING id', [
    now,
  ]);
  return rows.map(({ id }) => id);
}

export async function findEnded(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[]) AS partial (id)
     WHERE NOT EXISTS (SELECT FROM uploads u WHERE u.id = partial.id AND ${OPEN})
       AND NOT EXISTS (SELECT FROM clips c WHERE c.id = partial.id AND c.page_id IS NULL AND c.refusal IS NULL)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
