import type { PageComment } from '@ringbinder/protocol';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { presentComment } from './present.ts';
import { findCommentsOfPages, findPageCommentsByIds } from './queries.ts';

/** Those of some comments of a binder that are there, by id. Whoever calls it has checked the reader's access. */
export async function readPageComments(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Map<number, PageComment>> {
  const rows = await findPageCommentsByIds(db, binderId, ids);
  return new Map(rows.map((row) => [row.id, presentComment(row)]));
}

/** The comments on some pages by page, the oldest first, `limit` at the most, fewer when they are long. */
export async function readCommentsOfPages(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
  limit: number,
): Promise<{ byPage: Map<number, PageComment[]>; isComplete: boolean }> {
  const rows = await findCommentsOfPages(db, binderId, pageIds, limit + 1);
  const fitting = rows.slice(0, countFitting(rows, limit));
  const byPage = new Map<number, PageComment[]>();
  for (const row of fitting) {
    const comments = byPage.get(row.page_id) ?? [];
    comments.push(presentComment(row));
    byPage.set(row.page_id, comments);
  }
  return { byPage, isComplete: fitting.length === rows.length };
}
