import { ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  createCallLimit,
  done,
  idempotent,
  idempotentWithoutData,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { pageLinks } from '../pages/index.ts';
import { addMembers, changeMember, removeMember } from './members.ts';
import { orgBinderRoutes } from './org-binders.ts';
import { presentBinder, presentBinderWithMembers, type ThumbnailLink } from './present.ts';
import { findBindersOf } from './queries.ts';
import * as schema from './schema.ts';
import { createBinder, deleteBinder, getBinder, updateBinder } from './service.ts';

/** Before the first of any list of binders. */
const FROM_THE_START: [number, number, string] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '~'];

/** People whom one caller invites in an hour: each may get a mail. */
const MAX_INVITATIONS_PER_HOUR = 200;
const HOUR_SECONDS = 60 * 60;

/** Binders and their members. */
export function bindersFeature(app: App, env: Environment): void {
  const thumbnailLink: ThumbnailLink = (binderId, pageId, revision) =>
    pageLinks(env, binderId)(pageId, revision).thumbnail_uri;

  const invitationLimit = createCallLimit('invitations', MAX_INVITATIONS_PER_HOUR, env.redis, {
    windowSeconds: HOUR_SECONDS,
  });
  orgBinderRoutes(app, env);

  app.get('/:user_id/binders', { schema: schema.listBinders }, async (request) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const [givenAsOf, placeAt, id] = readCursor(cursor, ['number', 'number', 'string'], FROM_THE_START);
    const found = await findBindersOf(env.db, userId, { asOf: givenAsOf, placeAt, id }, limit + 1);
    // The order is the one in which the first of the list was the last changed.
    const asOf = cursor === undefined ? (found[0]?.place_at ?? 0) : givenAsOf;
    const { rows, ...next } = slicePage(found, limit, (row) => [asOf, row.place_at, row.id]);
    const binders = rows.map((row) => ({
      category: row.category_id === null ? null : { id: row.category_id, name: row.category_name ?? '' },
      binder: presentBinder(row, thumbnailLink),
    }));
    return success({ binders, ...next });
  });

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
    const { binder, members, invitations } = await getBinder(
      env,
      callerOf(request),
      request.params.binder_id,
    );
    return success(presentBinderWithMembers(binder, members, invitations, thumbnailLink));
  });

  app.post('/:binder_id(^B[0-9A-Za-z]+$)', { schema: schema.updateBinder }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => {
      const { name, description } = request.body;
      return updateBinder(binderCall(env, request, db), { name, description });
    }),
  );

  app.delete('/:binder_id(^B[0-9A-Za-z]+$)', { schema: schema.deleteBinder }, async (request) => {
    await deleteBinder(binderCall(env, request));
    return done;
  });

  app.post('/:binder_id/inviteuser', { schema: schema.inviteUsers }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      addMembers(binderCall(env, request, db), request.body.users, {
        ownOrgOnly: false,
        invitations: {
          message: request.body.message ?? '',
          async take(count) {
            const { userId } = callerOf(request);
            for (let taken = 0; taken < count; taken++) await invitationLimit.take(userId, reply);
          },
        },
      }),
    ),
  );

  for (const path of ['/:binder_id/addorguser', '/:binder_id/addteamuser'] as const) {
    const named = path.endsWith('addorguser') ? schema.addOrgUsers : schema.addTeamUsers;
    app.post(path, { schema: named }, (request, reply) =>
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
    idempotentWithoutData(request, reply, env, (db) =>
      changeMember(binderCall(env, request, db), request.params.user_id, request.body.type),
    ),
  );
}
