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
import { type PageCommentRow, pageCommentResource } from './resource.ts';

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
  const given = placeOf(input);
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const answered = await findAnswered(tx, { binderId, pageId }, input.reply_to);
    const place = answered ? positionOf(answered) : given;
    await checkMentions(tx, binderId, mentions, { path: 'mentions' });
    const id = await allocateIds(tx, binderId, 1);
    const reply_to = answered && (answered.reply_to ?? answered.id);
    const values = { text, ...place, reply_to, page_id: pageId, user_id: actor.userId };
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
  change: PageCommentChange,
): Promise<number> {
  const { text, mentions = [], is_resolved } = change;
  if (text === undefined && is_resolved === undefined) throw invalid('text', because('nothing_to_change'));
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const inBinder = await pageCommentResource.find(tx, binderId, id);
    const comment = orNotFound(inBinder?.page_id === pageId ? inBinder : undefined, 'comment', id);
    const entries =
      is_resolved === undefined ? [] : await resolve(tx, { binderId, pageId }, id, is_resolved, at);
    if (text === undefined) {
      if (entries.length === 0) return comment.updated_time;
      await bumpRevision(tx, binderId, pageId, at);
      await log(entries);
      return at;
    }
    if (comment.user.id !== actor.userId)
      throw forbidden(withDetails(because('not_allowed'), 'only the author of a comment may change it'));
    await checkMentions(tx, binderId, mentions, { path: 'mentions' });
    await pageCommentResource.update(tx, { binderId, id, at }, { text });
    await bumpRevision(tx, binderId, pageId, at);
    const positioned = comment.is_position_comment ? { is_position_comment: true } : {};
    await log([
      ...entries,
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

/** Replies have the position of their thread, so that older clients show them at its pin. */
async function findAnswered(
  tx: Transaction,
  { binderId, pageId }: PageName,
  id: number | undefined,
): Promise<PageCommentRow | undefined> {
  if (id === undefined) return;
  const inBinder = await pageCommentResource.find(tx, binderId, id);
  return orNotFound(inBinder?.page_id === pageId ? inBinder : undefined, 'comment', id);
}

const positionOf = ({ x, y }: PageCommentRow) => (x === null || y === null ? null : { x, y });

async function resolve(
  tx: Transaction,
  { binderId, pageId }: PageName,
  commentId: number,
  isResolved: boolean,
  at: number,
): Promise<NewLogEntry[]> {
  const ids = await queries.setThreadResolved(tx, { binderId, commentId }, isResolved, at);
  const kind = isResolved ? 'page_comment_resolved' : 'page_comment_reopened';
  return ids.length > 0 ? [{ kind, body: { ids, page_id: pageId } }] : [];
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
