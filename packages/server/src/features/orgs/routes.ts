import { orNotFound, requireOrgMember, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../http/index.ts';
import { changeAsAdmin } from '../audit/index.ts';
import { presentOrg, presentOrgToUsers } from './present.ts';
import { findOrg, findOrgs, findPartner } from './queries.ts';
import * as schema from './schema.ts';
import { createOrg, updateOrg, updatePartner } from './service.ts';

export function orgRoutes(app: App, env: Environment): void {
  app.get('/partners/:partner_id', { schema: schema.getPartner }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    return success(orNotFound(await findPartner(env.db, partnerId), 'partner', partnerId));
  });

  app.post('/partners/:partner_id', { schema: schema.updatePartner }, async (request, reply) => {
    const partner = await changeAsAdmin(env, request, reply, (change) =>
      updatePartner(change, request.params.partner_id, request.body),
    );
    return success(partner);
  });

  app.get('/partners/:partner_id/orgs', { schema: schema.listOrgs }, async (request) => {
    const { partner_id: partnerId } = request.params;
    requirePartnerAdmin(callerOf(request), partnerId);
    const { limit = MAX_LIST_LIMIT, cursor, ...filter } = request.query;
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const orgs = await findOrgs(env.db, partnerId, filter, after, limit + 1);
    const { rows, ...next } = slicePage(orgs, limit, (row) => [row.sort_name, row.id]);
    return success({ orgs: rows.map(presentOrg), ...next });
  });

  app.post('/partners/:partner_id/orgs', { schema: schema.createOrg }, async (request, reply) => {
    const org = await changeAsAdmin(env, request, reply, (change) =>
      createOrg(env, change, request.params.partner_id, request.body),
    );
    return success(presentOrg(org));
  });

  app.get('/orgs/:org_id', { schema: schema.getOrg }, async (request) => {
    const { orgId, isAdmin } = await requireOrgMember(env.db, callerOf(request), request.params.org_id);
    const org = orNotFound(await findOrg(env.db, orgId), 'org', orgId);
    return success(isAdmin ? presentOrg(org) : presentOrgToUsers(org));
  });

  app.post('/orgs/:org_id', { schema: schema.updateOrg }, async (request, reply) => {
    const org = await changeAsAdmin(env, request, reply, (change) =>
      updateOrg(change, request.params.org_id, request.body),
    );
    return success(presentOrg(org));
  });
}
