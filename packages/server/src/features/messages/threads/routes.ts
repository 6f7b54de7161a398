import { type Actor, accessBinder, orNotFound, requireRole } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { referenceNotFound } from '../../../errors.ts';
import {
  type App,
  callerOf,
  idempotent,
  idempotentWithoutData,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import type { Database } from '../../../storage/database.ts';
import { listOf } from '../list.ts';
import { presentMessage } from '../present.ts';
import { findMessagesByIds, findReplies } from '../queries.ts';
import * as queries from './queries.ts';
import * as schema from './schema.ts';

export function threadRoutes(app: App, env: Environment): void {
  const one = '/:binder_id/messages/:message_id';

  app.get(`${one}/replies`, { schema: schema.listReplies }, async (request) => {
    const { binder_id, message_id: messageId } = request.params;
    const { userId } = callerOf(request);
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const [from] = readCursor(cursor, ['number'], [0]);
    const thread = orNotFound(
      await queries.findThread(env.db, { binderId, userId, messageId }),
      'message',
      messageId,
    );
    const { thread_id: threadId, read_id, ...state } = thread;
    const range = { binderId, threadId, from, limit };
    const list = listOf(range, await findReplies(env.db, { ...range, limit: limit + 1 }, userId));
    const { rows, ...next } = slicePage(list.rows, list.fittingCount, (row) => [row.id]);
    const [message] = await findMessagesByIds(env.db, binderId, [threadId]);
    return success({
      ...state,
      thread_id: threadId,
      read_message_id: read_id,
      ...(message ? { message: presentMessage(env, binderId, message) } : {}),
      replies: rows.map((row) => presentMessage(env, binderId, row)),
      ...next,
    });
  });

  app.post(`${one}/follow`, { schema: schema.followThread }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => follow(db, callerOf(request), request.params, true)),
  );

  app.delete(`${one}/follow`, { schema: schema.unfollowThread }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => follow(db, callerOf(request), request.params, false)),
  );

  app.post(`${one}/replies/readmark`, { schema: schema.markRepliesRead }, async (request, reply) => {
    const data = await idempotent(request, reply, env, (db) =>
      markRead(db, callerOf(request), request.params, request.body.message_id),
    );
    return success(data);
  });

  app.get('/:binder_id/threads', { schema: schema.listUnreadThreads }, async (request) => {
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const { userId } = callerOf(request);
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const found = await queries.findUnreadThreads(env.db, { binderId, userId, before, limit: limit + 1 });
    const { rows, ...next } = slicePage(found, limit, (row) => [row.thread_id]);
    const threads = rows.map(({ thread_id, read_id, unread }) => ({
      thread_id,
      read_message_id: read_id,
      unread,
    }));
    return success({ threads, ...next });
  });
}

interface Params {
  binder_id: string;
  message_id: number;
}

const memberOf = ({ userId }: Actor, { binder_id: binderId, message_id: messageId }: Params) => ({
  binderId,
  userId,
  messageId,
});

async function follow(db: Database, actor: Actor, params: Params, isFollowing: boolean): Promise<void> {
  const row = await queries.setFollowing(db, memberOf(actor, params), isFollowing);
  requireRole(row, params.binder_id, 'read');
  orNotFound(row?.thread_id ?? undefined, 'message', params.message_id);
}

async function markRead(db: Database, actor: Actor, params: Params, replyId: number | undefined) {
  const range =
    replyId === undefined ? ([0, Number.MAX_SAFE_INTEGER] as const) : ([replyId, replyId] as const);
  const row = await queries.markThreadRead(db, memberOf(actor, params), range);
  requireRole(row, params.binder_id, 'read');
  orNotFound(row?.thread_id ?? undefined, 'message', params.message_id);
  if (replyId !== undefined && row?.reply_id !== replyId)
    throw referenceNotFound('message_id', `names no reply of the thread: ${replyId}`);
  return { message_id: row?.read_id ?? 0 };
}
