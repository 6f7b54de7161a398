import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import {
  type App,
  callerOf,
  idempotent,
  idempotentWithoutData,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { readTopic, userTopic } from '../../log/index.ts';
import { presentNotification } from './present.ts';
import {
  countUnread,
  findNotifications,
  markBinders,
  markNotifications,
  markNotificationsUpTo,
} from './queries.ts';
import * as schema from './schema.ts';
import { changeSettings, readSettings } from './settings.ts';

const DEFAULT_LIMIT = 50;
const FROM_THE_START: [number, string, number] = [-Number.MAX_SAFE_INTEGER, '', 0];

export function notificationsFeature(app: App, env: Environment): void {
  app.get('/me/notifications', { schema: schema.listNotifications }, async (request) => {
    const { limit = DEFAULT_LIMIT, cursor } = request.query;
    const [key, binderId, id] = readCursor(cursor, ['number', 'string', 'number'], FROM_THE_START);
    const { userId } = callerOf(request);
    const now = env.clock.now();
    const [found, unread] = await Promise.all([
      findNotifications(env.db, userId, { key, binderId, id }, limit + 1, now),
      countUnread(env.db, userId, now),
    ]);
    const { rows, ...next } = slicePage(found, limit, (row) => [row.key, row.binder_id, row.id]);
    return success({ notifications: rows.map(presentNotification), unread, ...next });
  });

  app.post('/me/notifications/read', { schema: schema.readNotifications }, (request, reply) => {
    const { ids, up_to: upTo } = request.body;
    if ((ids === undefined) === (upTo === undefined)) throw invalid('', 'needs either ids or up_to');
    const { userId } = callerOf(request);
    return idempotentWithoutData(request, reply, env, (db) =>
      db.transaction(async (tx) => {
        const now = env.clock.now();
        if (upTo !== undefined) await markNotificationsUpTo(tx, userId, upTo, now);
        else await markNotifications(tx, userId, (ids ?? []).filter((id) => !isBinder(id)).map(Number), now);
        const binders = upTo === undefined ? (ids ?? []).filter(isBinder) : null;
        const moved = await markBinders(tx, userId, binders, upTo ?? now);
        db.afterCommit(() => {
          env.bus.wake(userTopic(userId));
          for (const id of moved) env.bus.wake(readTopic(id, userId));
        });
      }),
    );
  });

  app.get('/me/notification_settings', { schema: schema.getSettings }, async (request) => {
    return success(await readSettings({ env, db: env.db, userId: callerOf(request).userId }));
  });

  app.post('/me/notification_settings', { schema: schema.updateSettings }, async (request, reply) => {
    const { userId } = callerOf(request);
    return success(
      await idempotent(request, reply, env, (db) => changeSettings({ env, db, userId }, request.body)),
    );
  });
}

const isBinder = (id: string) => id.startsWith('B');
