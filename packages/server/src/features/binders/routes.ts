import { accessBinderAsOf, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  createCallLimit,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  success,
} from '../../http/index.ts';
import { listRoute } from './list.ts';
import { addMembers, changeMember, removeMember } from './members.ts';
import { orgBinderRoutes } from './org-binders.ts';
import { presentMember, presentOpenedBinder } from './present.ts';
import { findMembers } from './queries.ts';
import { thumbnailLinks } from './read.ts';
import * as schema from './schema.ts';
import { createBinder, deleteBinder, getBinder, updateBinder } from './service.ts';
import { settingsRoute } from './settings.ts';
import { transferOwnership } from './transfer-ownership.ts';

/** Per caller. Each invitation may send an email. */
const MAX_INVITATIONS_PER_HOUR = 200;
const HOUR_SECONDS = 60 * 60;

export function bindersFeature(app: App, env: Environment): void {
  const thumbnailLink = thumbnailLinks(env);
  const invitationLimit = createCallLimit('invitations', MAX_INVITATIONS_PER_HOUR, env.redis, {
    windowSeconds: HOUR_SECONDS,
  });
  orgBinderRoutes(app, env);

  listRoute(app, env, thumbnailLink);

  app.post('/:user_id/binders', { schema: schema.createBinder }, async (request, reply) => {
    const actor = callerOf(request);
    ownUserId(actor, request.params.user_id);
    const { name, description = '', conversation = false } = request.body;
    const data = await idempotent(request, reply, env, async (db) => {
      const { id, seq, at } = await createBinder(env, db, actor, { name, description, conversation });
      return { id, name, revision: seq, created_time: at, updated_time: at };
    });
    return success(data);
  });

  app.get('/:binder_id(^B[0-9A-Za-z]+$)', { schema: schema.getBinder }, async (request) => {
    const opened = await getBinder(env, callerOf(request), request.params.binder_id);
    return success(presentOpenedBinder(opened, thumbnailLink));
  });

  app.get('/:binder_id/users', { schema: schema.listMembers }, async (request) => {
    const { binder_id: binderId } = request.params;
    const { as_of: asOf } = request.query;
    const db = await accessBinderAsOf(env, callerOf(request), binderId, asOf, ['binder_members']);
    const now = asOf === undefined ? env.clock.now() : null;
    return success({ users: (await findMembers(db, binderId, now)).map(presentMember) });
  });

  app.post('/:binder_id(^B[0-9A-Za-z]+$)', { schema: schema.updateBinder }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => {
      const { name, description } = request.body;
      return updateBinder(binderCall(env, request, db), { name, description });
    }),
  );

  app.delete('/:binder_id(^B[0-9A-Za-z]+$)', { schema: schema.deleteBinder }, async (request) => {
    await deleteBinder(binderCall(env, request));
    return emptySuccess;
  });

  app.post('/:binder_id/inviteuser', { schema: schema.inviteUsers }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      addMembers(binderCall(env, request, db), request.body.users, {
        ownOrgOnly: false,
        invitations: {
          message: request.body.message ?? '',
          async take(count) {
            const { userId } = callerOf(request);
            for (let acceptedCount = 0; acceptedCount < count; acceptedCount++)
              await invitationLimit.take(userId, reply);
          },
        },
      }),
    ),
  );

  for (const path of ['/:binder_id/addorguser', '/:binder_id/addteamuser'] as const) {
    const operationSchema = path.endsWith('addorguser') ? schema.addOrgUsers : schema.addTeamUsers;
    app.post(path, { schema: operationSchema }, (request, reply) =>
      idempotentWithoutData(request, reply, env, (db) =>
        addMembers(binderCall(env, request, db), request.body.users, { ownOrgOnly: true }),
      ),
    );
  }

  app.post('/:binder_id/removeuser', { schema: schema.removeUser }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      removeMember(binderCall(env, request, db), request.body),
    ),
  );

  app.post('/:binder_id/users/:user_id', { schema: schema.changeMember }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => {
      const { user_id: userId } = request.params;
      const { type } = request.body;
      const call = binderCall(env, request, db);
      return type === 'BOARD_OWNER'
        ? transferOwnership(call, userId, request.ip)
        : changeMember(call, userId, type);
    }),
  );

  settingsRoute(app, env);
}
