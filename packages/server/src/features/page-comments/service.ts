import type { PageCommentChange, PageCommentInput } from '@ringbinder/protocol';
import {
  type Actor,
  accessBinderAsOf,
  type BinderCall,
  changeBinder,
  orNotFound,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, invalid, withDetails } from '../../errors.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { checkMentions } from '../messages/index.ts';
import { bumpRevision, findPage, type PageRow } from '../pages/index.ts';
import * as queries from './queries.ts';
import { pageCommentResource } from './resource.ts';

export interface PageName {
  binderId: string;
  pageId: number;
}

export function createPageComment(
  call: BinderCall,
  pageId: number,
  input: PageCommentInput,
): Promise<number> {
  const { text, mentions = [] } = input;
  const place = placeOf(input);
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    await checkMentions(tx, binderId, mentions, { path: 'mentions' });
    const id = await allocateIds(tx, binderId, 1);
    const values = { text, ...place, page_id: pageId, user_id: actor.userId };
    await pageCommentResource.insert(tx, { binderId, id, at }, values);
    await bumpRevision(tx, binderId, pageId, at);
    const positioned = place ? { is_position_comment: true } : {};
    await log([
      { kind: 'page_commented', body: { id, page_id: pageId, text, ...positioned } },
      ...(await writeMentions(tx, { binderId, actor, at, page, mentions }, place ? id : undefined)),
    ]);
    return id;
  });
}

async function writeMentions(
  tx: Transaction,
  {
    binderId,
    actor,
    at,
    page,
    mentions,
  }: { binderId: string; actor: Actor; at: number; page: PageRow; mentions: readonly string[] },
  position_comment_id: number | undefined,
): Promise<NewLogEntry[]> {
  if (mentions.length === 0) return [];
  const text = feedTexts.commentMentions(page.name || (page.file_name ?? ''));
  const replyTo = {
    page: { id: page.id, ...(position_comment_id !== undefined && { position_comment_id }) },
  };
  return [await writeFeedMessage(tx, { binderId, userId: actor.userId, at, text, mentions, replyTo })];
}

export function updatePageComment(
  call: BinderCall,
  pageId: number,
  id: number,
  { text, mentions = [] }: PageCommentChange,
): Promise<number> {
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const inBinder = await pageCommentResource.find(tx, binderId, id);
    const comment = orNotFound(inBinder?.page_id === pageId ? inBinder : undefined, 'comment', id);
    if (comment.user.id !== actor.userId)
      throw forbidden(withDetails(because('not_allowed'), 'only the author of a comment may change it'));
    await checkMentions(tx, binderId, mentions, { path: 'mentions' });
    await pageCommentResource.update(tx, { binderId, id, at }, { text });
    await bumpRevision(tx, binderId, pageId, at);
    const positioned = comment.is_position_comment ? { is_position_comment: true } : {};
    await log([
      { kind: 'page_comment_edited', body: { id, page_id: pageId, text, ...positioned } },
      ...(await writeMentions(
        tx,
        { binderId, actor, at, page, mentions },
        comment.is_position_comment ? id : undefined,
      )),
    ]);
    return at;
  });
}

function placeOf(input: PageCommentInput): { x: number; y: number } | null {
  const { is_position_comment: isPositionComment = false, x, y } = input;
  if (!isPositionComment) return null;
  if (x === undefined) throw invalid('x', 'is required when is_position_comment is true');
  if (y === undefined) throw invalid('y', 'is required when is_position_comment is true');
  return { x, y };
}

export async function listPageComments(
  env: Environment,
  actor: Actor,
  page: PageName,
  choice: { filter: queries.PageCommentFilter; after: number; limit: number },
  asOf: string | undefined,
): ReturnType<typeof queries.findPageComments> {
  const tables = ['pages', 'files', 'page_comments'] as const;
  const db = await accessBinderAsOf(env, actor, page.binderId, asOf, tables);
  orNotFound(await findPage(db, page.binderId, page.pageId), 'page', page.pageId);
  return queries.findPageComments(db, page, choice);
}

export function deletePageComment(call: BinderCall, pageId: number, commentId: number): Promise<void> {
  const { actor, binderId } = call;
  return changeBinder(call, 'read', async ({ tx, access, at, log }) => {
    orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const inBinder = await pageCommentResource.find(tx, binderId, commentId);
    const comment = orNotFound(inBinder?.page_id === pageId ? inBinder : undefined, 'comment', commentId);
    if (comment.user.id !== actor.userId && access.role !== 'owner') {
      throw forbidden(
        withDetails(
          because('not_allowed'),
          'only the author of a comment and the owner of the binder may delete it',
        ),
      );
    }
    await queries.markPageCommentDeleted(tx, binderId, commentId, at);
    await bumpRevision(tx, binderId, pageId, at);
    await log([{ kind: 'page_comment_deleted', body: { id: commentId, page_id: pageId } }]);
  });
}
