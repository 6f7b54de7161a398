import { keepRows } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { endingWhereLong, type ListedRow } from '../../storage/long-lists.ts';

/** A comment with its author's name. x and y are set for position comments only. */
export interface PageCommentRow extends Record<string, unknown> {
  page_id: number;
  id: number;
  text: string;
  x: number | null;
  y: number | null;
  user_id: string;
  user_name: string;
  created_at: number;
  updated_at: number;
}

/** Which comments to list. */
export type PageCommentFilter = 'all' | 'common_comment' | 'position_comment';

const commentsWhere = (condition: string) => `
  SELECT c.page_id, c.id, c.text, c.x, c.y, c.user_id, u.name AS user_name, c.created_at, c.updated_at
  FROM page_comments c JOIN users u ON u.id = c.user_id
  WHERE c.binder_id = $1 AND ${condition} AND c.deleted_at IS NULL`;
const commentSelect = commentsWhere('c.page_id = $2');

const listedComments = `SELECT page_id, id, CASE WHEN fits THEN text ELSE '' END AS text, x, y, user_id, user_name,
    created_at, updated_at, fits FROM listed`;

const FIND_COMMENTS = `${endingWhereLong(
  `${commentSelect} AND c.id > $3 AND ($4 = 'all' OR ($4 = 'position_comment') = (c.x IS NOT NULL))
     ORDER BY c.id LIMIT $5`,
  'text',
  'id',
)}
  ${listedComments} ORDER BY id`;

const FIND_COMMENTS_OF_PAGES = `${endingWhereLong(
  `${commentsWhere('c.page_id = ANY($2)')} ORDER BY c.page_id, c.id LIMIT $3`,
  'text',
  'page_id, id',
)}
  ${listedComments} ORDER BY page_id, id`;

/** The comments on several pages, page by page, the oldest first; fewer where they are long. */
export function findCommentsOfPages(
  db: Database,
  binderId: string,
  pageIds: readonly number[],
  limit: number,
): Promise<(PageCommentRow & ListedRow)[]> {
  return db.query<PageCommentRow & ListedRow>(FIND_COMMENTS_OF_PAGES, [binderId, pageIds, limit]);
}

/** Those of some comments of a binder that are there, in no order. */
export function findPageCommentsByIds(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<PageCommentRow[]> {
  return db.query<PageCommentRow>(commentsWhere('c.id = ANY($2)'), [binderId, ids]);
}

/** The comments on a page, the oldest first, after an id; fewer where they are long. */
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

/** One comment on a page. */
export async function findPageComment(
  db: Database,
  page: { binderId: string; pageId: number },
  commentId: number,
): Promise<PageCommentRow | undefined> {
  const [row] = await db.query<PageCommentRow>(`${commentSelect} AND c.id = $3`, [
    page.binderId,
    page.pageId,
    commentId,
  ]);
  return row;
}

/** Stores a comment. */
export async function insertPageComment(
  db: Database,
  comment: {
    binderId: string;
    pageId: number;
    id: number;
    userId: string;
    text: string;
    place: { x: number; y: number } | null;
    at: number;
  },
): Promise<void> {
  await db.query(
    `WITH kept AS (${keepRows('page_comments', 'ARRAY[$3::text]')})
     INSERT INTO page_comments (binder_id, page_id, id, user_id, text, x, y, created_at, updated_at)
     VALUES ($1, $2, $3::text::bigint, $4, $5, $6, $7, $8, $8)`,
    [
      comment.binderId,
      comment.pageId,
      comment.id,
      comment.userId,
      comment.text,
      comment.place?.x ?? null,
      comment.place?.y ?? null,
      comment.at,
    ],
  );
}

/** Marks a comment as deleted: it is in no past any more. */
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
