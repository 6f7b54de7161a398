import type { BinderChange } from '../../access/index.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { dropFileWithoutPages } from './page-changes.ts';
import { findPagesOfFile, markPagesDeleted } from './queries.ts';

/** Deletes a file of a binder, with its pages, in a change under way, and logs it. */
export async function deleteFile(
  { tx, at, log, access: { binderId } }: BinderChange,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const pages = await markPagesDeleted(tx, binderId, await findPagesOfFile(tx, binderId, id), at);
  await dropFileWithoutPages(tx, binderId, id, at);
  await log([
    ...pages.map((page): NewLogEntry => ({ kind: 'page_deleted', body: { id: page } })),
    { kind: 'file_deleted', body: { id, name } },
  ]);
}
