import type { Database, Transaction } from '../../storage/database.ts';
import { READER_VERSION } from '../pages/index.ts';
import type { TextForm } from './visible-text.ts';

/** Must equal the condition of a database index. */
export const needsIndexing = (page: string) =>
  `(${page}.lexemes_of IS NULL OR ${page}.lexemes_of <> hashtextextended(${page}.text, 0))`;

/** The caller must build the lexemes again from the start of the log. */
export async function deleteLexemes(tx: Transaction, binderId: string): Promise<void> {
  await tx.query('DELETE FROM search_lexemes WHERE binder_id = $1', [binderId]);
}

export interface ChangedRow extends Record<string, unknown> {
  type: 'message' | 'todo' | 'transaction' | 'file' | 'caption';
  id: string;
  form: TextForm;
  text: string | null;
  user_id: string | null;
  created_at: number | null;
}

export function findChanged(
  tx: Transaction,
  binderId: string,
  { from, to }: { from: number; to: number },
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `WITH named AS (
       SELECT DISTINCT CASE
           WHEN kind IN ('message_posted', 'message_edited', 'message_deleted') THEN 'message'
           WHEN kind IN ('todo_created', 'todo_updated', 'todo_deleted') THEN 'todo'
           WHEN kind IN ('transaction_created', 'transaction_updated', 'transaction_deleted') THEN 'transaction'
           WHEN kind IN ('file_uploaded', 'file_deleted', 'page_created', 'page_updated') THEN 'file'
           WHEN kind = 'meet_captioned' THEN 'caption'
         END AS type,
         CASE kind
           WHEN 'meet_captioned' THEN seq::text WHEN 'page_created' THEN body->>'file_id'
           WHEN 'page_updated' THEN body->>'file_id' ELSE body->>'id'
         END AS id
       FROM binder_log WHERE binder_id = $1 AND seq > $2 AND seq <= $3
     )
     SELECT n.type, n.id, 'rich' AS form, m.text, m.user_id, m.created_at FROM named n
       LEFT JOIN messages m ON m.binder_id = $1 AND m.id = n.id::bigint AND m.deleted_at IS NULL WHERE n.type = 'message'
     UNION ALL
     SELECT n.type, n.id, 'rich', t.name || E'\\n' || t.description, t.creator_id, t.created_at FROM named n
       LEFT JOIN todos t ON t.binder_id = $1 AND t.id = n.id::bigint AND t.deleted_at IS NULL WHERE n.type = 'todo'
     UNION ALL
     SELECT n.type, n.id, 'rich', t.title || E'\\n' || t.content, t.creator_id, t.created_at FROM named n
       LEFT JOIN transactions t ON t.binder_id = $1 AND t.id = n.id::bigint AND t.deleted_at IS NULL WHERE n.type = 'transaction'
     UNION ALL
     SELECT n.type, n.id, 'plain', f.name, f.user_id, f.created_at FROM named n
       LEFT JOIN files f ON f.binder_id = $1 AND f.id = n.id AND f.deleted_at IS NULL WHERE n.type = 'file' AND n.id IS NOT NULL
     UNION ALL
     SELECT n.type, n.id, 'plain', c.text, c.user_id, c.ended_at FROM named n
       LEFT JOIN meet_captions c ON c.binder_id = $1 AND c.seq = n.id::bigint WHERE n.type = 'caption'`,
    [binderId, from, to],
  );
}

export interface IndexedObject extends Pick<ChangedRow, 'type' | 'id' | 'user_id' | 'created_at'> {
  /** If null, the object's lexemes are deleted. */
  vector: string | null;
}

export async function storeLexemes(
  tx: Transaction,
  binderId: string,
  objects: readonly IndexedObject[],
): Promise<void> {
  const removed = objects.filter(({ vector }) => vector === null);
  const present = objects.filter(({ vector }) => vector !== null);
  // A single statement was slow before a new table had statistics.
  if (removed.length > 0)
    await tx.query(
      `WITH things AS (SELECT * FROM unnest($2::text[], $3::text[]) AS t (type, id)),
       gone_before AS (
         -- Rows that earlier releases wrote, and no longer delete.
         DELETE FROM message_words w USING things t
         WHERE w.binder_id = $1 AND t.type = 'message' AND w.message_id = t.id::bigint
       ), terms_before AS (
         DELETE FROM search_terms s USING things t WHERE s.binder_id = $1 AND s.type = t.type AND s.id = t.id
       )
       DELETE FROM search_lexemes s USING things t WHERE s.binder_id = $1 AND s.type = t.type AND s.id = t.id`,
      [binderId, removed.map(({ type }) => type), removed.map(({ id }) => id)],
    );
  if (present.length > 0)
    await tx.query(
      `INSERT INTO search_lexemes (binder_id, type, id, lexemes, user_id, created_at)
       SELECT $1, type, id, vector::tsvector, user_id, created_at
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) AS t (type, id, vector, user_id, created_at)
       ON CONFLICT (binder_id, type, id) DO UPDATE
         SET lexemes = excluded.lexemes, user_id = excluded.user_id, created_at = excluded.created_at`,
      [
        binderId,
        present.map(({ type }) => type),
        present.map(({ id }) => id),
        present.map(({ vector }) => vector),
        present.map(({ user_id }) => user_id),
        present.map(({ created_at }) => created_at),
      ],
    );
}

export async function findUnreadPages(db: Pick<Database, 'query'>, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `(SELECT DISTINCT t.binder_id AS id FROM page_texts t
       WHERE ${needsIndexing('t')} LIMIT $1)
     UNION (SELECT DISTINCT t.binder_id FROM page_texts t WHERE t.reader_version < $2 LIMIT $1)`,
    [limit, READER_VERSION],
  );
  return rows.map((row) => row.id);
}
