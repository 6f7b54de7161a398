import type { Database, Transaction } from '../../storage/database.ts';
import { READER_VERSION } from '../pages/index.ts';
import type { TextForm } from './shown-text.ts';

/** Entries of the log that one step reads. */
export const BATCH = 500;

/** How far the log of a binder is, and the terms that were made of it. */
export interface IndexPosition extends Record<string, unknown> {
  epoch: string;
  seq: number;
  /** Of the binder. */
  latest_epoch: string;
  latest_seq: number;
}

/** Takes the binder's place in the log for this transaction alone, and gives it. Undefined without such a binder. */
export async function lockPosition(tx: Transaction, binderId: string): Promise<IndexPosition | undefined> {
  await tx.query(
    `INSERT INTO search_terms_read (binder_id, epoch, seq) SELECT id, epoch, 0 FROM binders WHERE id = $1 ON CONFLICT DO NOTHING`,
    [binderId],
  );
  const [row] = await tx.query<IndexPosition>(
    `SELECT r.epoch, r.seq, b.epoch AS latest_epoch, b.seq AS latest_seq
     FROM search_terms_read r JOIN binders b ON b.id = r.binder_id WHERE r.binder_id = $1 FOR UPDATE OF r`,
    [binderId],
  );
  return row;
}

/** Moves the binder's place. */
export async function movePosition(
  tx: Transaction,
  binderId: string,
  { epoch, seq }: { epoch: string; seq: number },
): Promise<void> {
  await tx.query('UPDATE search_terms_read SET epoch = $2, seq = $3 WHERE binder_id = $1', [
    binderId,
    epoch,
    seq,
  ]);
}

/** Forgets the terms of a binder; they are made anew from the beginning of its log. */
export async function forgetTerms(tx: Transaction, binderId: string): Promise<void> {
  await tx.query('DELETE FROM search_terms WHERE binder_id = $1', [binderId]);
  await tx.query('UPDATE search_terms_read SET seq = 0 WHERE binder_id = $1', [binderId]);
}

/** Something that the log tells of, as it is now: without a text when it is not there. */
export interface ChangedRow extends Record<string, unknown> {
  type: 'message' | 'todo' | 'transaction' | 'file' | 'caption';
  id: string;
  form: TextForm;
  text: string | null;
}

/** What entries of the log after `from` and up to `to` tell of. */
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
     SELECT n.type, n.id, 'rich' AS form, m.text FROM named n
       LEFT JOIN messages m ON m.binder_id = $1 AND m.id = n.id::bigint AND m.deleted_at IS NULL WHERE n.type = 'message'
     UNION ALL
     SELECT n.type, n.id, 'rich', t.name || E'\\n' || t.description FROM named n
       LEFT JOIN todos t ON t.binder_id = $1 AND t.id = n.id::bigint AND t.deleted_at IS NULL WHERE n.type = 'todo'
     UNION ALL
     SELECT n.type, n.id, 'rich', t.title || E'\\n' || t.content FROM named n
       LEFT JOIN transactions t ON t.binder_id = $1 AND t.id = n.id::bigint AND t.deleted_at IS NULL WHERE n.type = 'transaction'
     UNION ALL
     SELECT n.type, n.id, 'plain', f.name FROM named n
       LEFT JOIN files f ON f.binder_id = $1 AND f.id = n.id AND f.deleted_at IS NULL WHERE n.type = 'file' AND n.id IS NOT NULL
     UNION ALL
     SELECT n.type, n.id, 'plain', c.text FROM named n
       LEFT JOIN meet_captions c ON c.binder_id = $1 AND c.seq = n.id::bigint WHERE n.type = 'caption'`,
    [binderId, from, to],
  );
}

/** Stores the terms of things, as tsvectors; null removes those of one. */
export async function storeTerms(
  tx: Transaction,
  binderId: string,
  things: readonly { type: string; id: string; vector: string | null }[],
): Promise<void> {
  const columns = [
    things.map(({ type }) => type),
    things.map(({ id }) => id),
    things.map(({ vector }) => vector),
  ];
  await tx.query(
    `WITH things AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) AS t (type, id, vector)),
     gone AS (
       DELETE FROM search_terms s USING things t
       WHERE s.binder_id = $1 AND s.type = t.type AND s.id = t.id AND t.vector IS NULL
     ), gone_before AS (
       -- What the last release had made of it, and no longer forgets.
       DELETE FROM message_words w USING things t
       WHERE w.binder_id = $1 AND t.type = 'message' AND t.vector IS NULL AND w.message_id = t.id::bigint
     )
     INSERT INTO search_terms (binder_id, type, id, terms)
     SELECT $1, type, id, vector::tsvector FROM things WHERE vector IS NOT NULL
     ON CONFLICT (binder_id, type, id) DO UPDATE SET terms = excluded.terms`,
    [binderId, ...columns],
  );
}

/**
 * Binders whose log, or whose pages, are further than the terms made of them, or whose pages were read by an earlier release:
 * of each kind `limit` at the most.
 */
export async function findBehind(db: Pick<Database, 'query'>, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `(SELECT b.id FROM binders b LEFT JOIN search_terms_read r ON r.binder_id = b.id
       WHERE (r.seq IS NULL OR b.seq > r.seq OR b.epoch <> r.epoch) AND b.deleted_at IS NULL LIMIT $1)
     UNION (SELECT DISTINCT t.binder_id FROM page_texts t
       WHERE t.terms_of IS DISTINCT FROM hashtextextended(t.text, 0) LIMIT $1)
     UNION (SELECT DISTINCT t.binder_id FROM page_texts t WHERE t.reader_version < $2 LIMIT $1)`,
    [limit, READER_VERSION],
  );
  return rows.map((row) => row.id);
}
