import { requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { notFound } from '../../../errors.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { SESSION_IDLE_MS } from '../../oauth/index.ts';
import { endOrgSession, findOrgSessions } from './queries.ts';
import * as schema from './schema.ts';

export function sessionListRoutes(app: App, env: Environment): void {
  app.get('/orgs/:org_id/sessions', { schema: schema.listOrgSessions }, async (request) => {
    const { orgId } = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    const { limit = MAX_LIST_LIMIT, cursor, user_id: userId } = request.query;
    const before = readCursor(cursor, ['number', 'string'], [Number.MAX_SAFE_INTEGER, '']);
    const now = env.clock.now();
    const at = { now, seenAfter: now - SESSION_IDLE_MS };
    const sessions = await findOrgSessions(env.db, orgId, userId, at, before, limit + 1);
    const { rows, ...next } = slicePage(sessions, limit, (row) => [row.created_time, row.id]);
    return success({ sessions: rows, ...next });
  });

  app.delete(
    '/orgs/:org_id/sessions/:session_id',
    { schema: schema.endOrgSession },
    async (request, reply) => {
      const { session_id: sessionId } = request.params;
      await changeAsAdmin(env, request, reply, async ({ tx, actor, record, revokes }) => {
        const { orgId, partnerId } = await requireOrgAdmin(tx, actor, request.params.org_id);
        const ended = await endOrgSession(tx, orgId, sessionId);
        if (!ended) throw notFound('session', sessionId);
        await record({ partnerId, orgId, action: 'session.end', target: sessionId, details: ended });
        await revokes();
      });
      return emptySuccess;
    },
  );
}
