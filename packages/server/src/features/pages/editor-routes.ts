import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, fieldPreconditionFailed, withDetails } from '../../errors.ts';
import { type App, callerOf, idempotent, idempotentWithoutData, success } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { claimEditor, type EditorClaim, releaseEditor } from './editor-queries.ts';
import * as schema from './editor-schema.ts';
import { kindOf } from './kinds/index.ts';
import { findPage } from './queries.ts';

const CLAIM_MS = 60_000;

export function editorRoutes(app: App, env: Environment): void {
  const path = '/:binder_id/pages/:page_id/editor';

  app.post(path, { schema: schema.claimEditor }, async (request, reply) => {
    const { params, body } = request;
    const { userId } = callerOf(request);
    const data = await idempotent(request, reply, env, async (db) => {
      const { binderId } = await accessBinder(db, callerOf(request), params.binder_id, 'write');
      const claim = { binderId, pageId: params.page_id, userId, clientUuid: body.client_uuid };
      return claimNote(env, db, claim, body.replaces ?? false);
    });
    return success(data);
  });

  app.delete(path, { schema: schema.releaseEditor }, (request, reply) =>
    idempotentWithoutData(request, reply, env, async (db) => {
      const { userId } = callerOf(request);
      const { binder_id, page_id: pageId } = request.params;
      const { binderId } = await accessBinder(db, callerOf(request), binder_id, 'write');
      await releaseEditor(db, { binderId, pageId, userId, clientUuid: request.query.client_uuid });
    }),
  );
}

async function claimNote(env: Environment, db: Database, claim: EditorClaim, replaces: boolean) {
  const { binderId, pageId, userId, clientUuid } = claim;
  const page = orNotFound(await findPage(db, binderId, pageId), 'page', pageId);
  if (!kindOf(page).isEditable) {
    throw fieldPreconditionFailed(
      'page_id',
      withDetails(because('not_possible'), `must name a note, but page ${pageId} is ${page.type}`),
    );
  }
  const now = env.clock.now();
  const { user_id, name, client_uuid, until } = await claimEditor(
    db,
    claim,
    { now, until: now + CLAIM_MS },
    replaces,
  );
  return {
    user: { id: user_id, name },
    is_mine: user_id === userId && client_uuid === clientUuid,
    until_time: until,
  };
}
