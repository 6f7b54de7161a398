import type { PageComment } from '@ringbinder/protocol';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { findCommentsOfPages } from './queries.ts';
import { pageCommentResource } from './resource.ts';

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
    comments.push(pageCommentResource.present(row));
    byPage.set(row.page_id, comments);
  }
  return { byPage, isComplete: fitting.length === rows.length };
}
