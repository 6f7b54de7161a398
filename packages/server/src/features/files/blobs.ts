import type { Database, Transaction } from '../../storage/database.ts';
import type { FileStore, ReceivedBytes } from '../../storage/files/index.ts';

/** Until the transaction ends, no process can remove the bytes. */
export async function storeBytes(
  tx: Transaction,
  bytes: readonly ReceivedBytes[],
  at: number,
): Promise<void> {
  const sizes = new Map(bytes.map(({ sha256, size }) => [sha256, size]));
  // Locks existing rows without changing them, in an order that prevents deadlocks.
  await tx.query(
    `INSERT INTO blobs (sha256, size, created_at)
     SELECT sha256, size, $3 FROM unnest($1::text[], $2::bigint[]) AS kept (sha256, size) ORDER BY sha256
     ON CONFLICT (sha256) DO UPDATE SET size = excluded.size WHERE false`,
    [[...sizes.keys()], [...sizes.values()], at],
  );
  // Bytes must be durable before a row references them.
  for (const each of bytes) await each.keep();
}

/**
 * The bytes are deleted before the commit, because a crash then leaves only an unreferenced row. A retry of an upload
 * may reference bytes younger than `ageMs`.
 */
export async function removeUnused(
  db: Database,
  files: Pick<FileStore, 'remove'>,
  sha256: string,
  ageMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      'INSERT INTO blobs (sha256, size, created_at) VALUES ($1, 0, 0) ON CONFLICT (sha256) DO NOTHING',
      [sha256],
    );
    await tx.query('SELECT FROM blobs WHERE sha256 = $1 FOR UPDATE', [sha256]);
    const deleted = await tx.query(
      `DELETE FROM blobs b WHERE sha256 = $1 AND ${IS_UNUSED} RETURNING sha256`,
      [sha256],
    );
    if (deleted.length > 0) await files.remove(sha256, ageMs);
  });
}

const IS_UNUSED = `NOT EXISTS (SELECT FROM files f WHERE f.sha256 = b.sha256)
  AND NOT EXISTS (SELECT FROM files f WHERE f.pdf_sha256 = b.sha256)
  AND NOT EXISTS (SELECT FROM binders c WHERE c.cover_sha256 = b.sha256)
  AND NOT EXISTS (SELECT FROM users u WHERE u.picture_sha256 = b.sha256)
  AND NOT EXISTS (SELECT FROM messages m WHERE m.audio IS NOT NULL AND m.audio ->> 'sha256' = b.sha256)`;

export function findBlobs(
  db: Database,
  after: string,
  limit: number,
): Promise<{ sha256: string; is_unused: boolean }[]> {
  return db.query(
    `SELECT b.sha256, ${IS_UNUSED} AS is_unused
     FROM (SELECT sha256 FROM blobs WHERE sha256 > $1 ORDER BY sha256 LIMIT $2) b ORDER BY b.sha256`,
    [after, limit],
  );
}

export async function findOrphanBlobs(db: Database, hashes: string[]): Promise<string[]> {
  const rows = await db.query<{ sha256: string }>(
    'SELECT sha256 FROM unnest($1::text[]) AS on_disk (sha256) WHERE NOT EXISTS (SELECT FROM blobs b WHERE b.sha256 = on_disk.sha256)',
    [hashes],
  );
  return rows.map((row) => row.sha256);
}

/** The history keeps each file's name and hash, and the earlier texts of notes. */
export async function deleteBlobRecords(db: Database, before: number): Promise<void> {
  await db.query('DELETE FROM files f USING binders b WHERE b.deleted_at < $1 AND f.binder_id = b.id', [
    before,
  ]);
  await db.query(
    `WITH forgotten AS (
       DELETE FROM files f WHERE deleted_at < $1 AND updated_at < $1 AND NOT kept_in_history
         AND NOT EXISTS (SELECT FROM pages p WHERE p.binder_id = f.binder_id AND p.file_id = f.id AND p.deleted_at IS NULL)
       RETURNING f.*
     )
     INSERT INTO versions (binder_id, entity, id, until_seq, state)
     SELECT f.binder_id, 'files', f.id, b.seq + 1, to_jsonb(f) - 'words' FROM forgotten f JOIN binders b ON b.id = f.binder_id
     ON CONFLICT DO NOTHING`,
    [before],
  );
  await db.query(
    `UPDATE messages m SET audio = NULL FROM binders b
     WHERE m.audio IS NOT NULL AND b.id = m.binder_id AND (m.deleted_at < $1 OR b.deleted_at < $1)`,
    [before],
  );
  await db.query(
    'UPDATE binders SET cover_sha256 = NULL WHERE cover_sha256 IS NOT NULL AND deleted_at < $1',
    [before],
  );
}
