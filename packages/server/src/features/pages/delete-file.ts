import type { BinderChange } from '../../access/index.ts';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { findPagesOfFile, markPagesDeleted } from './queries.ts';

export async function deleteFile(
  { tx, at, log, access: { binderId } }: BinderChange,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const pages = await markPagesDeleted(tx, binderId, await findPagesOfFile(tx, binderId, id), at);
  await markFileRemoved(tx, binderId, id, at);
  await forgetEarlierVersions(tx, binderId, id, at);
  await log([
    ...pages.map((page): NewLogEntry => ({ kind: 'page_deleted', body: { id: page } })),
    { kind: 'file_deleted', body: { id, name } },
  ]);
}

/** An earlier deletion time does not change, because audits rely on it. */
async function markFileRemoved(tx: Transaction, binderId: string, fileId: string, at: number): Promise<void> {
  await tx.query(
    `UPDATE files SET deleted_at = coalesce(deleted_at, $3), updated_at = $3,
       kept_in_history = kept_in_history AND deleted_at IS NULL
     WHERE binder_id = $1 AND id = $2`,
    [binderId, fileId, at],
  );
}

async function forgetEarlierVersions(
  tx: Transaction,
  binderId: string,
  fileId: string,
  at: number,
): Promise<void> {
  const filesOf = (pages: string) => `SELECT v.state->>'file_id' FROM pages p
    JOIN versions v ON v.binder_id = p.binder_id AND v.entity = 'pages' AND v.id = p.id::text AND v.state IS NOT NULL
    WHERE p.binder_id = $1 AND ${pages}`;
  await tx.query(
    `UPDATE files f SET kept_in_history = false, updated_at = $3
     WHERE f.binder_id = $1 AND f.kept_in_history AND f.id IN (${filesOf('p.file_id = $2')})
       AND f.id NOT IN (${filesOf(`p.deleted_at IS NULL AND v.state->>'file_id' IS NOT NULL`)})`,
    [binderId, fileId, at],
  );
}
