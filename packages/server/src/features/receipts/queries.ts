import { latestSeqAt, type StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** Entries that prove steps may exceed this number. */
export const MAX_ENTRIES = 1_000;
export const MAX_DOCUMENTS = 200;

const OF_TRANSACTION = `(kind LIKE 'transaction\\_%' AND body->>'id' = $3
    OR kind IN ('step_pressed', 'step_completed', 'step_link_created', 'step_link_used', 'step_reassigned', 'step_assignee_added',
      'step_assignee_unavailable', 'step_assignee_available', 'step_page_read', 'step_file_delivered', 'step_file_withdrawn', 'step_signatures_drawn') AND body->>'transaction_id' = $3)`;

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
    SELECT id, name, mime_type, size, sha256, created_at, deleted_at FROM files WHERE binder_id = $1
    UNION ALL
    SELECT f.id, f.name, f.mime_type, f.size, f.sha256, f.created_at, f.deleted_at
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

export function findDocuments(db: Database, binderId: string, at: number): Promise<DocumentRow[]> {
  return db.query<DocumentRow>(
    `SELECT name, mime_type, size, sha256, count(*) OVER () AS total FROM ${DOCUMENTS}
     WHERE created_at <= $2 AND (deleted_at IS NULL OR deleted_at > $2)
     ORDER BY created_at, id LIMIT ${MAX_DOCUMENTS}`,
    [binderId, at],
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
