import { archiveRowVersions } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
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

const OF_THREAD = `
  SELECT c.id FROM page_comments c JOIN page_comments named ON named.binder_id = c.binder_id AND named.page_id = c.page_id
  WHERE named.binder_id = $1 AND named.id = $2 AND c.deleted_at IS NULL AND (c.resolved_at IS NULL) = $3::boolean
    AND (coalesce(c.reply_to, c.id) = coalesce(named.reply_to, named.id) OR (c.x = named.x AND c.y = named.y))
  ORDER BY c.id`;

/** Older clients reply without `reply_to`, at the position. Returns the ids of the changed comments. */
export async function setThreadResolved(
  db: Transaction,
  { binderId, commentId }: { binderId: string; commentId: number },
  isResolved: boolean,
  at: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(OF_THREAD, [binderId, commentId, isResolved]);
  const ids = rows.map(({ id }) => id);
  await db.query(
    `WITH kept AS (${archiveRowVersions('page_comments', '$2::text[]')})
     UPDATE page_comments SET resolved_at = $3, updated_at = $4
     WHERE binder_id = $1 AND id = ANY($2::text[]::bigint[])`,
    [binderId, ids, isResolved ? at : null, at],
  );
  return ids;
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
