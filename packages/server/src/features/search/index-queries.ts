import type { Transaction } from '../../storage/database.ts';

/** Entries of the log that one step reads. */
export const BATCH = 2_000;

/** Takes the binder's place in the log for this transaction alone, and gives it. */
export async function lockCursor(tx: Transaction, binderId: string): Promise<number> {
  await tx.query('INSERT INTO message_words_read (binder_id, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
    binderId,
  ]);
  const [row] = await tx.query<{ seq: number }>(
    'SELECT seq FROM message_words_read WHERE binder_id = $1 FOR UPDATE',
    [binderId],
  );
  return row?.seq ?? 0;
}

/** Reads the log from a place on into the words of messages, a batch at the most, and gives the new place. */
export async function readOn(tx: Transaction, binderId: string, from: number): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(
    `WITH news AS (
       SELECT seq, kind, body->>'text' AS text,
              CASE WHEN kind IN ('message_posted', 'message_edited', 'message_deleted') THEN (body->>'id')::bigint END AS id
       FROM binder_log WHERE binder_id = $1 AND seq > $2 AND seq <= $2 + ${BATCH}
     ), last AS (
       SELECT DISTINCT ON (id) id, kind, text FROM news
       WHERE id IS NOT NULL ORDER BY id, seq DESC
     ), gone AS (
       DELETE FROM message_words w USING last WHERE w.binder_id = $1 AND w.message_id = last.id AND last.kind = 'message_deleted'
     ), kept AS (
       INSERT INTO message_words (binder_id, message_id, words)
       SELECT $1, id, to_tsvector('simple', regexp_replace(text, '[^[:alnum:]]+', ' ', 'g'))
       FROM last WHERE kind <> 'message_deleted'
       ON CONFLICT (binder_id, message_id) DO UPDATE SET words = excluded.words
     )
     UPDATE message_words_read SET seq = (SELECT coalesce(max(seq), $2) FROM news) WHERE binder_id = $1 RETURNING seq`,
    [binderId, from],
  );
  return row?.seq ?? from;
}

/** Binders whose log is further than the words read from it, `limit` at the most. */
export async function findBehind(tx: Pick<Transaction, 'query'>, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT b.id FROM binders b LEFT JOIN message_words_read r ON r.binder_id = b.id
     WHERE b.seq > coalesce(r.seq, 0) AND b.deleted_at IS NULL LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.id);
}
