import { accessBinder, orNotFound } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import { listReactions } from './queries.ts';
import * as schema from './schema.ts';
import { addReaction, removeReaction } from './service.ts';

export function reactionRoutes(app: App, env: Environment): void {
  const all = '/:binder_id/messages/:message_id/reactions';
  app.post(all, { schema: schema.addReaction }, async (request, reply) => {
    const { message_id: messageId } = request.params;
    const data = await idempotent(request, reply, env, async (db) => ({
      seq: await addReaction(binderCall(env, request, db), messageId, request.body.emoji),
    }));
    return success(data);
  });

  app.delete(`${all}/:emoji`, { schema: schema.removeReaction }, async (request) => {
    const { message_id: messageId, emoji } = request.params;
    return success({ seq: await removeReaction(binderCall(env, request), messageId, emoji) });
  });

  app.get(all, { schema: schema.listReactions }, async (request) => {
    const { binder_id, message_id: messageId } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const after = readCursor(cursor, ['number', 'string', 'string'], [-1, '', '']);
    const listed = await listReactions(env.db, { binderId, messageId, after, limit: limit + 1 });
    const { rows, ...next } = slicePage(orNotFound(listed, 'message', messageId), limit, (row) => [
      row.created_at,
      row.emoji,
      row.user_id,
    ]);
    const reactions = rows.map(({ emoji, user_id, user_name, created_at }) => ({
      emoji,
      user: { id: user_id, name: user_name },
      created_time: created_at,
    }));
    return success({ reactions, ...next });
  });
}
