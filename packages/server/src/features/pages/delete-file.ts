import type { BinderChange } from '../../access/index.ts';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { typesInSql } from './kinds/index.ts';
import { findPagesOfFile, markPagesDeleted } from './queries.ts';

const EDITABLE = typesInSql(({ isEditable }) => isEditable);

/**
 * Deletes a file within a running change, with its pages and the older texts of its notes, and logs the deletions. If
 * the file is itself an older text of a note, only this file is deleted.
 */
export async function deleteFile(
  { tx, at, log, access: { binderId } }: BinderChange,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const pages = await markPagesDeleted(tx, binderId, await findPagesOfFile(tx, binderId, id), at);
  await markFileRemoved(tx, binderId, id, at);
  await forgetOlderTexts(tx, binderId, id, at);
  await log([
    ...pages.map((page): NewLogEntry => ({ kind: 'page_deleted', body: { id: page } })),
    { kind: 'file_deleted', body: { id, name } },
  ]);
}

/** An older text keeps the time at which it was replaced as its deletion time, because audits rely on it. */
async function markFileRemoved(tx: Transaction, binderId: string, fileId: string, at: number): Promise<void> {
  await tx.query(
    `UPDATE files SET deleted_at = coalesce(deleted_at, $3), updated_at = $3, kept_in_history = false
     WHERE binder_id = $1 AND id = $2`,
    [binderId, fileId, at],
  );
}

/**
 * Releases the older texts of a file's notes for removal, except those in the history of another note that still
 * exists.
 */
async function forgetOlderTexts(
  tx: Transaction,
  binderId: string,
  fileId: string,
  at: number,
): Promise<void> {
  const textsOf = (notes: string) => `SELECT v.state->>'file_id' FROM pages p
    JOIN versions v ON v.binder_id = p.binder_id AND v.entity = 'pages' AND v.id = p.id::text AND v.state IS NOT NULL
    WHERE p.binder_id = $1 AND p.type IN (${EDITABLE}) AND ${notes}`;
  await tx.query(
    `UPDATE files f SET kept_in_history = false, updated_at = $3
     WHERE f.binder_id = $1 AND f.kept_in_history AND f.id IN (${textsOf('p.file_id = $2')})
       AND f.id NOT IN (${textsOf(`p.deleted_at IS NULL AND v.state->>'file_id' IS NOT NULL`)})`,
    [binderId, fileId, at],
  );
}
