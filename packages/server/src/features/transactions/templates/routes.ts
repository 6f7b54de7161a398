import { orNotFound, requireOrgMember } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
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
import { findTemplates } from './queries.ts';
import * as schema from './schema.ts';
import { createTemplate, deleteTemplate, presentTemplate, readTemplate, updateTemplate } from './service.ts';

export function transactionTemplatesFeature(app: App, env: Environment): void {
  const all = '/orgs/:org_id/transaction_templates';
  app.get(all, { schema: schema.listTemplates }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { orgId } = await requireOrgMember(env.db, callerOf(request), request.params.org_id);
    const after = readCursor(cursor, ['string', 'string'], ['', '']);
    const templates = await findTemplates(env.db, orgId, after, limit + 1);
    const { rows, ...next } = slicePage(templates, limit, (row) => [row.sort_name, row.id]);
    return success({ templates: rows.map(presentTemplate), ...next });
  });

  app.post(all, { schema: schema.createTemplate }, async (request, reply) =>
    success(
      await changeAsAdmin(env, request, reply, (change) =>
        createTemplate(env, change, request.params.org_id, request.body),
      ),
    ),
  );

  const one = `${all}/:template_id` as const;
  app.get(one, { schema: schema.getTemplate }, async (request) => {
    const { org_id, template_id: id } = request.params;
    const { orgId } = await requireOrgMember(env.db, callerOf(request), org_id);
    const template = await readTemplate(env.db, orgId, id, request.query.version);
    return success(orNotFound(template, 'template', id));
  });

  app.post(one, { schema: schema.updateTemplate }, async (request, reply) => {
    const { org_id: orgId, template_id: id } = request.params;
    return success(
      await changeAsAdmin(env, request, reply, (change) =>
        updateTemplate(change, { orgId, id }, request.body),
      ),
    );
  });

  app.delete(one, { schema: schema.deleteTemplate }, async (request, reply) => {
    const { org_id: orgId, template_id: id } = request.params;
    await changeAsAdmin(env, request, reply, (change) => deleteTemplate(change, { orgId, id }));
    return emptySuccess;
  });
}
