import { latestSeqAt, type StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { SIGNED_FILES } from '../transactions/index.ts';

/** Entries that prove steps may exceed this number. */
export const MAX_ENTRIES = 1_000;
export const MAX_DOCUMENTS = 200;

const OF_TRANSACTION = `(kind LIKE 'transaction\\_%' AND body->>'id' = $3
    OR kind IN ('step_pressed', 'step_completed', 'step_link_created', 'step_link_used', 'step_reassigned', 'step_assignee_added',
      'step_assignee_unavailable', 'step_assignee_available', 'step_page_read', 'step_viewed', 'step_file_delivered', 'step_file_withdrawn', 'step_signatures_drawn') AND body->>'transaction_id' = $3)`;

const IS_PROOF = `kind IN ('step_pressed', 'step_completed', 'transaction_ended')`;

/**
 * Returns the `seq` of the transaction's log entries. If there are too many, omits messages first, but never
 * an entry that proves a step.
 */
export async function findPlaces(
  db: Database,
  binderId: string,
  transactionId: number,
  since: number,
): Promise<number[]> {
  const rows = await db.query<{ seq: number }>(
    `WITH entry AS (
       SELECT seq, kind FROM binder_log WHERE binder_id = $1 AND seq > ${latestSeqAt('$2')} AND (${OF_TRANSACTION}
         OR kind = 'message_posted' AND body->'reply_to'->'transaction'->>'id' = $3)
     ), ranked AS (
       SELECT seq, kind, row_number() OVER (ORDER BY ${IS_PROOF} DESC, kind = 'message_posted', seq DESC) AS place
       FROM entry WHERE seq <= (SELECT max(seq) FROM entry WHERE kind IN ('transaction_ended', 'step_completed'))
     )
     SELECT seq FROM ranked WHERE place <= ${MAX_ENTRIES} OR ${IS_PROOF} ORDER BY seq`,
    [binderId, since - 1, String(transactionId)],
  );
  return rows.map(({ seq }) => seq);
}

export function findEntries(
  db: Database,
  binderId: string,
  transactionId: number,
  { since, after }: { since: number; after: number },
): Promise<StoredLogEntry[]> {
  return db.query<StoredLogEntry & Record<string, unknown>>(
    `SELECT l.seq, l.at, l.kind, l.actor_id, coalesce((SELECT name FROM users WHERE id = l.actor_id), '') AS actor_name, l.body
     FROM (
       SELECT * FROM binder_log WHERE binder_id = $1 AND seq > greatest($4, ${latestSeqAt('$2')}) AND ${OF_TRANSACTION}
       ORDER BY seq LIMIT ${MAX_ENTRIES + 1}
     ) l ORDER BY l.seq`,
    [binderId, since - 1, String(transactionId), after],
  );
}

const DOCUMENTS = `(
    SELECT id, name, mime_type, size, sha256, created_at, deleted_at, first_file_id FROM files WHERE binder_id = $1
    UNION ALL
    SELECT f.id, f.name, f.mime_type, f.size, f.sha256, f.created_at, f.deleted_at, f.first_file_id
    FROM versions v, jsonb_populate_record(NULL::files, v.state) f
    WHERE v.binder_id = $1 AND v.entity = 'files'
      AND NOT EXISTS (SELECT FROM files again WHERE again.binder_id = $1 AND again.id = v.id)
  ) documents`;

export interface DocumentRow extends Record<string, unknown> {
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  total: number;
}

/** `is_own`: the document is a version of a named page or file. */
type OwnRow = DocumentRow & { is_own: boolean };

/** `total` counts all files in the binder at time `at`. Own documents are first. */
export function findDocuments(
  db: Database,
  binderId: string,
  at: number,
  { pageIds, fileIds }: { pageIds: readonly number[]; fileIds: readonly string[] },
): Promise<OwnRow[]> {
  return db.query<OwnRow>(
    `WITH own AS (
       SELECT coalesce(f.first_file_id, f.id) AS id FROM files f
       WHERE f.binder_id = $1 AND (f.id = ANY($4::text[])
         OR f.id IN (SELECT file_id FROM pages WHERE binder_id = $1 AND id = ANY($3::bigint[])))
     )
     SELECT name, mime_type, size, sha256, coalesce(first_file_id, id) IN (SELECT id FROM own) AS is_own,
       count(*) OVER () AS total FROM ${DOCUMENTS}
     WHERE created_at <= $2 AND (deleted_at IS NULL OR deleted_at > $2)
     ORDER BY is_own DESC, created_at, id LIMIT ${MAX_DOCUMENTS}`,
    [binderId, at, pageIds, fileIds],
  );
}

export interface SignedPage extends Record<string, unknown> {
  step_id: number;
  place: string;
  name: string;
  page: number;
  /** Digest of the version with the signature. Null until the server has drawn it. */
  signed_sha256: string | null;
}

export function findSignedPages(
  db: Database,
  binderId: string,
  transactionId: number,
): Promise<SignedPage[]> {
  return db.query<SignedPage>(
    `SELECT s.id AS step_id, signature.key AS place, f.name, (signature.value->>'page_index')::int + 1 AS page, (
       SELECT sha256 FROM files WHERE binder_id = $1 AND id = (${SIGNED_FILES})->>f.id
     ) AS signed_sha256
     FROM transaction_steps s, jsonb_each(s.signatures->s.assignee_id) AS signature, files f
     WHERE s.binder_id = $1 AND s.transaction_id = $2 AND f.binder_id = $1 AND f.id = signature.value->>'file_id'`,
    [binderId, transactionId],
  );
}

export interface VersionRow extends DocumentRow {
  id: string;
  created_at: number;
  deleted_at: number | null;
}

export function findAllDocuments(
  db: Database,
  binderId: string,
  { since, after }: { since: number; after: { createdAt: number; id: string } },
): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    `SELECT * FROM (
       SELECT id, name, mime_type, size, sha256, created_at, deleted_at, count(*) OVER () AS total FROM ${DOCUMENTS}
       WHERE deleted_at IS NULL OR deleted_at > $2
     ) there WHERE (created_at, id) > ($3, $4) ORDER BY created_at, id LIMIT ${MAX_DOCUMENTS + 1}`,
    [binderId, since, after.createdAt, after.id],
  );
}

export async function findNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>('SELECT id, name FROM users WHERE id = ANY($1)', [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findBinderName(db: Database, binderId: string): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM binders WHERE id = $1', [binderId]);
  return row?.name ?? '';
}
