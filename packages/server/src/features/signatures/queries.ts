import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import type { StoredSignature } from '../transactions/index.ts';

export interface SignatureJob extends Record<string, unknown> {
  binder_id: string;
  /** The file without signatures. */
  file_id: string;
  attempts: number;
}

export function claimJob(db: Database, now: number, forMs: number): Promise<SignatureJob | undefined> {
  return first<SignatureJob>(
    db,
    `UPDATE signature_jobs j SET due_at = $1::bigint + $2::bigint, attempts = j.attempts + 1
     FROM (SELECT binder_id, file_id FROM signature_jobs WHERE due_at <= $1::bigint ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
     WHERE j.binder_id = due.binder_id AND j.file_id = due.file_id RETURNING j.binder_id, j.file_id, j.attempts`,
    [now, forMs],
  );
}

/** Does nothing if the job was rescheduled during the attempt. */
export async function delayJob(
  db: Database,
  { binder_id, file_id, attempts }: SignatureJob,
  dueAt: number,
): Promise<void> {
  await db.query(
    'UPDATE signature_jobs SET due_at = $3::bigint WHERE binder_id = $1 AND file_id = $2 AND attempts = $4::int',
    [binder_id, file_id, dueAt, attempts],
  );
}

export async function endJob(tx: Transaction, { binder_id, file_id }: SignatureJob): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM signature_jobs WHERE binder_id = $1 AND file_id = $2 RETURNING file_id',
    [binder_id, file_id],
  );
  return rows.length > 0;
}

export interface DrawnSignature extends Record<string, unknown> {
  step_id: number;
  transaction_id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  signature: StoredSignature;
  time: number;
  user_id: string;
  user_name: string;
  user_language: string;
  /** Null unless a delegate signed. */
  for_name: string | null;
}

export function findSignatures(
  db: Database,
  { binder_id, file_id }: SignatureJob,
): Promise<DrawnSignature[]> {
  return db.query<DrawnSignature>(
    `SELECT s.id AS step_id, s.transaction_id, (at.place->>'x')::float8 AS x, (at.place->>'y')::float8 AS y,
       (at.place->>'width')::float8 AS width, (at.place->>'height')::float8 AS height, signature.value AS signature,
       s.completed_at AS time, u.id AS user_id, u.name AS user_name, u.language AS user_language,
       CASE WHEN u.id <> press.key THEN (SELECT name FROM users WHERE id = press.key) END AS for_name
     FROM transaction_steps s, jsonb_each(s.signatures) AS press, jsonb_each(press.value) AS signature,
       jsonb_array_elements(s.signature_places) AS at (place), users u
     WHERE s.binder_id = $1 AND signature.value->>'file_id' = $2 AND at.place->>'id' = signature.key
       AND u.id = coalesce(s.delegates->>press.key, press.key) AND s.completed_at IS NOT NULL
     ORDER BY s.completed_at, s.id, signature.key`,
    [binder_id, file_id],
  );
}

export interface SignedFile extends Record<string, unknown> {
  id: string;
  name: string;
  sha256: string;
  user_id: string;
  signed_steps: number[] | null;
  page_ids: number[] | null;
}

/** Includes the file without signatures. */
export function findVersions(db: Database, { binder_id, file_id }: SignatureJob): Promise<SignedFile[]> {
  return db.query<SignedFile>(
    `SELECT f.id, f.name, f.sha256, f.user_id, f.signed_steps, (
       SELECT json_agg(p.id ORDER BY p.id) FROM pages p WHERE p.binder_id = $1 AND p.file_id = f.id AND p.deleted_at IS NULL
     ) AS page_ids
     FROM files f WHERE f.binder_id = $1 AND (f.id = $2 OR f.signed_file_id = $2)
     ORDER BY f.signed_file_id IS NULL, f.deleted_at IS NOT NULL, f.created_at DESC, f.id DESC`,
    [binder_id, file_id],
  );
}

export async function lockBinder(tx: Transaction, binderId: string): Promise<boolean> {
  const rows = await tx.query<{ deleted_at: number | null }>(
    'SELECT deleted_at FROM binders WHERE id = $1 FOR NO KEY UPDATE',
    [binderId],
  );
  return rows[0]?.deleted_at === null;
}

/** Existing pages keep their drawings, because only the signatures differ. */
export async function showFile(
  tx: Transaction,
  binderId: string,
  { pageIds, fileId, at }: { pageIds: readonly number[]; fileId: string; at: number },
): Promise<void> {
  await tx.query(
    `WITH kept AS (${archiveRowVersions('pages', '$2::text[]')})
     UPDATE pages SET file_id = $3, revision = revision + 1, updated_at = $4
     WHERE binder_id = $1 AND id = ANY($2::text[]::bigint[])`,
    [binderId, pageIds, fileId, at],
  );
  await tx.query(
    `UPDATE page_texts SET text = '', reader_version = 0, terms = NULL, terms_of = NULL, lexemes = NULL, lexemes_of = NULL
     WHERE binder_id = $1 AND page_id = ANY($2::bigint[])`,
    [binderId, pageIds],
  );
}
