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
import { endOrgToken, findOrgTokens } from './queries.ts';
import { listOrgTokens, revokeOrgToken } from './schema.ts';

export function tokenListRoutes(app: App, env: Environment): void {
  app.get('/orgs/:org_id/tokens', { schema: listOrgTokens }, async (request) => {
    const { orgId } = await requireOrgAdmin(env.db, callerOf(request), request.params.org_id);
    const { limit = MAX_LIST_LIMIT, cursor, ...filter } = request.query;
    const before = readCursor(cursor, ['number', 'string'], [Number.MAX_SAFE_INTEGER, '']);
    const tokens = await findOrgTokens(env.db, orgId, filter, env.clock.now(), before, limit + 1);
    const { rows, ...next } = slicePage(tokens, limit, (row) => [row.created_time, row.id]);
    return success({ tokens: rows, ...next });
  });

  app.delete('/orgs/:org_id/tokens/:token_id', { schema: revokeOrgToken }, async (request, reply) => {
    const { token_id: tokenId } = request.params;
    await changeAsAdmin(env, request, reply, async ({ tx, at, actor, record, revokes }) => {
      const { orgId, partnerId } = await requireOrgAdmin(tx, actor, request.params.org_id);
      const ended = await endOrgToken(tx, orgId, tokenId, at);
      if (!ended) throw notFound('token', tokenId);
      await record({ partnerId, orgId, action: 'token.revoke', target: tokenId, details: ended });
      await revokes();
    });
    return emptySuccess;
  });
}
