import { type Actor, accessBinder, enterBinder, found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { forbidden, invalid } from '../../errors.ts';
import { append, takeIds } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { findPage, touchPage } from '../pages/index.ts';
import * as queries from './queries.ts';

/** A page, named by its binder and its id. */
export interface PageName {
  binderId: string;
  pageId: number;
}

/** What a caller wants to say, and where. */
export interface CommentWish {
  text: string;
  isPositionComment: boolean;
  x: number | undefined;
  y: number | undefined;
}

/**
 * Comments on a page. Needs write access. Throws a 400 for a position comment without a place, not found for a page
 * that is not there.
 */
export function createPageComment(
  env: Environment,
  db: Database,
  actor: Actor,
  page: PageName,
  wish: CommentWish,
): Promise<number> {
  const place = placeOf(wish);
  const at = env.clock.now();
  const { binderId, pageId } = page;
  return db.transaction(async (tx) => {
    await enterBinder(tx, actor, binderId, 'write');
    found(await findPage(tx, binderId, pageId), 'page', pageId);
    const id = await takeIds(tx, binderId, 1);
    await queries.insertPageComment(tx, { ...page, id, userId: actor.userId, text: wish.text, place, at });
    await touchPage(tx, binderId, pageId, at);
    await append(tx, { binderId, actorId: actor.userId, at, bus: env.bus }, [
      { kind: 'page_commented', body: { id, page_id: pageId, text: wish.text } },
    ]);
    return id;
  });
}

/** The place of a position comment; null for a common one, whose x and y would mean nothing. */
function placeOf({ isPositionComment, x, y }: CommentWish): { x: number; y: number } | null {
  if (!isPositionComment) return null;
  if (x === undefined) throw invalid('x', 'is required when is_position_comment is true');
  if (y === undefined) throw invalid('y', 'is required when is_position_comment is true');
  return { x, y };
}

/** The comments on a page. Needs read access. Throws not found for a page that is not there. */
export async function listPageComments(
  env: Environment,
  actor: Actor,
  page: PageName,
  choice: { filter: queries.PageCommentFilter; after: number; limit: number },
): Promise<queries.PageCommentRow[]> {
  await accessBinder(env.db, actor, page.binderId, 'read');
  found(await findPage(env.db, page.binderId, page.pageId), 'page', page.pageId);
  return queries.findPageComments(env.db, page, choice);
}

/** Deletes a comment: its author (while a member) or the binder's owner. Throws not found or forbidden. */
export function deletePageComment(
  env: Environment,
  actor: Actor,
  page: PageName,
  commentId: number,
): Promise<void> {
  const at = env.clock.now();
  const { binderId, pageId } = page;
  return env.db.transaction(async (tx) => {
    const { role } = await enterBinder(tx, actor, binderId, 'read');
    found(await findPage(tx, binderId, pageId), 'page', pageId);
    const comment = found(await queries.findPageComment(tx, page, commentId), 'comment', commentId);
    if (comment.user_id !== actor.userId && role !== 'owner') {
      throw forbidden('only the author of a comment and the owner of the binder may delete it');
    }
    await queries.markPageCommentDeleted(tx, binderId, commentId, at);
    await touchPage(tx, binderId, pageId, at);
    await append(tx, { binderId, actorId: actor.userId, at, bus: env.bus }, [
      { kind: 'page_comment_deleted', body: { id: commentId, page_id: pageId } },
    ]);
  });
}
