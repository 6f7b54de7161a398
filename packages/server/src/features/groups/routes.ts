import { orNotFound, requireOrgMember } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { changeAsAdmin } from '../audit/index.ts';
import { findGroupsOfOrg } from './queries.ts';
import * as schema from './schema.ts';
import { createGroup, deleteGroup, presentGroup, readGroup, updateGroup } from './service.ts';

export function groupsFeature(app: App, env: Environment): void {
  const all = '/orgs/:org_id/groups';
  app.get(all, { schema: schema.listGroups }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { orgId } = await requireOrgMember(env.db, callerOf(request), request.params.org_id);
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const groups = await findGroupsOfOrg(env.db, orgId, after, limit + 1);
    const { rows, ...next } = slicePage(groups, limit, (row) => [row.sort_name, row.id]);
    return success({ groups: rows.map(presentGroup), ...next });
  });

  app.post(all, { schema: schema.createGroup }, async (request, reply) =>
    success(
      await changeAsAdmin(env, request, reply, (change) =>
        createGroup(env, change, request.params.org_id, request.body),
      ),
    ),
  );

  const one = `${all}/:group_id` as const;
  app.get(one, { schema: schema.getGroup }, async (request) => {
    const { org_id, group_id: id } = request.params;
    const { orgId } = await requireOrgMember(env.db, callerOf(request), org_id);
    return success(orNotFound(await readGroup(env.db, orgId, id), 'group', id));
  });

  app.post(one, { schema: schema.updateGroup }, async (request, reply) => {
    const { org_id: orgId, group_id: id } = request.params;
    return success(
      await changeAsAdmin(env, request, reply, (change) => updateGroup(change, { orgId, id }, request.body)),
    );
  });

  app.delete(one, { schema: schema.deleteGroup }, async (request, reply) => {
    const { org_id: orgId, group_id: id } = request.params;
    await changeAsAdmin(env, request, reply, (change) => deleteGroup(change, { orgId, id }));
    return emptySuccess;
  });
}
