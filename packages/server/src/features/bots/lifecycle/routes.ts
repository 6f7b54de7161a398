import { requireOrgAdmin, requireOrgMember } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { presentUser } from '../../users/index.ts';
import { findOrgBots, type OrgBotRow } from './queries.ts';
import * as schema from './schema.ts';
import { setEnabled } from './service.ts';

export function lifecycleRoutes(app: App, env: Environment): void {
  for (const path of ['/orgs/:org_id/bots', '/me/orgs/:org_id/bots'] as const) {
    const operationSchema = path.startsWith('/me') ? schema.listMyOrgBots : schema.listOrgBots;
    app.get(path, { schema: operationSchema }, async (request) => {
      const { org_id: orgId } = request.params;
      const { isAdmin } = await requireOrgMember(env.db, callerOf(request), orgId);
      const { limit = MAX_LIST_LIMIT, cursor } = request.query;
      const after = readCursor(cursor, ['string', 'string'], ['', '']);
      const matchingRows = await findOrgBots(env.db, orgId, { all: isAdmin, after, limit: limit + 1 });
      const { rows, ...next } = slicePage(matchingRows, limit, (row) => [row.bot_name, row.client_id]);
      return success({ bots: rows.map(presentOrgBot), ...next });
    });
  }

  app.post('/orgs/:org_id/bots/:client_id', { schema: schema.setOrgBot }, async (request, reply) => {
    const { org_id: orgId, client_id: clientId } = request.params;
    const { partnerId } = await requireOrgAdmin(env.db, callerOf(request), orgId);
    const data = await changeAsAdmin(env, request, reply, async (change) =>
      presentOrgBot(await setEnabled(env, change, { orgId, partnerId, clientId }, request.body.enabled)),
    );
    return success(data);
  });
}

function presentOrgBot({ client_id, bot_name, is_enabled, user }: OrgBotRow) {
  return { client_id, name: bot_name, enabled: is_enabled, user: user && presentUser(user) };
}
