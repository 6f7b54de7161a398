import { BinderId, BinderSettings, UserIdOrMe } from '@ringbinder/protocol';
import Type from 'typebox';
import { ownUserId, requireRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type App, callerOf, idempotent, operation, success } from '../../http/index.ts';
import { userTopic } from '../../log/index.ts';
import { updateSettings } from './settings-queries.ts';

const setBinderSettings = operation('Binders', 'setBinderSettings', {
  summary: 'Change the calling user’s settings of a binder',
  description:
    'Allowed for members of the binder. The settings affect only the caller. Send at least one field; omitted fields do not change. The realtime channel informs all sessions of the user.',
  params: Type.Object({ user_id: UserIdOrMe, binder_id: BinderId }),
  body: Type.Partial(BinderSettings),
  data: BinderSettings,
});

export function settingsRoute(app: App, env: Environment): void {
  app.post('/:user_id/binders/:binder_id', { schema: setBinderSettings }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { binder_id: binderId } = request.params;
    const { is_favourite: isFavourite, is_muted: isMuted, is_archived: isArchived } = request.body;
    if (isFavourite === undefined && isMuted === undefined && isArchived === undefined)
      throw invalid('is_favourite', 'is_muted or is_archived must be given');
    const settings = await idempotent(request, reply, env, async (db) => {
      const row = await updateSettings(db, { binderId, userId, isFavourite, isMuted, isArchived });
      requireRole(row, binderId, 'read');
      db.afterCommit(() => env.bus.wake(userTopic(userId)));
      return {
        is_favourite: row?.is_favourite ?? false,
        is_muted: row?.is_muted ?? false,
        is_archived: row?.is_archived ?? false,
      };
    });
    return success(settings);
  });
}
