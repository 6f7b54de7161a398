import { type Actor, accessBinder, orNotFound, requireRole } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, invalid } from '../../../errors.ts';
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
import { userTopic } from '../../../log/index.ts';
import type { Database } from '../../../storage/database.ts';
import * as queries from './queries.ts';
import * as schema from './schema.ts';

export function savedRoutes(app: App, env: Environment): void {
  const one = '/:binder_id/messages/:message_id/save';

  app.post(one, { schema: schema.saveMessage }, async (request, reply) => {
    const { params, body } = request;
    const data = await idempotent(request, reply, env, (db) =>
      save(env, db, placeOf(callerOf(request), params), body.remind_time),
    );
    return success(data);
  });

  app.delete(one, { schema: schema.unsaveMessage }, (request, reply) =>
    idempotentWithoutData(request, reply, env, async (db) => {
      const place = placeOf(callerOf(request), request.params);
      requireRole(await queries.unsaveMessage(db, place), place.binderId, 'read');
      notify(env, db, place.userId);
    }),
  );

  app.get('/:binder_id/savedmessages', { schema: schema.listSavedMessages }, async (request) => {
    const { userId } = callerOf(request);
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const found = await queries.findSaved(env.db, { binderId, userId, before, limit: limit + 1 });
    const { rows, ...next } = slicePage(found, limit, (row) => [row.message_id]);
    return success({ saved: rows.map(present), ...next });
  });
}

const placeOf = (
  { userId }: Actor,
  { binder_id: binderId, message_id: messageId }: { binder_id: string; message_id: number },
): queries.SavedPlace => ({ binderId, userId, messageId });

function notify(env: Environment, db: Database, userId: string): void {
  db.afterCommit(() => env.bus.wake(userTopic(userId)));
}

async function save(
  env: Environment,
  db: Database,
  place: queries.SavedPlace,
  remindAt: number | null | undefined,
) {
  const at = env.clock.now();
  if (typeof remindAt === 'number' && remindAt <= at) throw invalid('remind_time', because('future_needed'));
  const row = await queries.saveMessage(db, place, { at, remindAt });
  requireRole(row, place.binderId, 'read');
  const messageId = orNotFound(row?.message_id ?? undefined, 'message', place.messageId);
  notify(env, db, place.userId);
  return present({ message_id: messageId, saved_at: row?.saved_at ?? at, remind_at: row?.remind_at ?? null });
}

function present({ message_id, saved_at, remind_at }: queries.SavedRow) {
  return {
    message_id,
    saved_time: saved_at,
    ...(remind_at === null ? {} : { remind_time: remind_at }),
  };
}
