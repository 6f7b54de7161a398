import type { Database } from '../../storage/database.ts';
import type { ListedRow } from '../../storage/long-lists.ts';
import { type PageCommentRow, pageCommentResource } from './resource.ts';

export type PageCommentFilter = 'all' | 'common_comment' | 'position_comment';

const FIND_COMMENTS = pageCommentResource.list(
  `page_comments.page_id = $2 AND page_comments.id > $3
     AND ($4 = 'all' OR ($4 = 'position_comment') = (page_comments.x IS NOT NULL))`,
  'id',
  '$5',
);

const FIND_COMMENTS_OF_PAGES = pageCommentResource.list(
  'page_comments.page_id = ANY($2)',
  'page_id, id',
  '$3',
);

/** Returns fewer comments than `limit` if the comments are long. */
export function findCommentsOfPages(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
  limit: number,
): Promise<(PageCommentRow & ListedRow)[]> {
  return db.query<PageCommentRow & ListedRow>(FIND_COMMENTS_OF_PAGES, [binderId, pageIds, limit]);
}

export function findPageComments(
  db: Database,
  page: { binderId: string; pageId: number },
  choice: { filter: PageCommentFilter; after: number; limit: number },
): Promise<(PageCommentRow & ListedRow)[]> {
  const { filter, after, limit } = choice;
  return db.query<PageCommentRow & ListedRow>(FIND_COMMENTS, [
    page.binderId,
    page.pageId,
    after,
    filter,
    limit,
  ]);
}

export async function markPageCommentDeleted(
  db: Database,
  binderId: string,
  commentId: number,
  at: number,
): Promise<void> {
  await db.query(
    `WITH forgotten AS (
       DELETE FROM versions WHERE binder_id = $1 AND entity = 'page_comments' AND id = $2::text
     )
     UPDATE page_comments SET deleted_at = $3, updated_at = $3 WHERE binder_id = $1 AND id = $2::text::bigint`,
    [binderId, commentId, at],
  );
}
