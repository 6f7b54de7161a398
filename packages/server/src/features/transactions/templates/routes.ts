import { orNotFound, requireOrgMember } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../../http/index.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { findTemplates } from './queries.ts';
import { findItems, findRuns } from './run-queries.ts';
import { createRun, getRun, listRuns } from './run-schema.ts';
import { presentItem, presentRun, readRun, startRun } from './runs.ts';
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

  app.get(`${one}/runs`, { schema: listRuns }, async (request) => {
    const { org_id, template_id: templateId } = request.params;
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { userId } = callerOf(request);
    const { orgId, isAdmin } = await requireOrgMember(env.db, callerOf(request), org_id);
    orNotFound(await readTemplate(env.db, orgId, templateId), 'template', templateId);
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const of = { orgId, templateId, creatorId: isAdmin ? null : userId };
    const runs = await findRuns(env.db, of, before, limit + 1);
    const { rows, ...next } = slicePage(runs, limit, (row) => [row.id]);
    return success({ runs: rows.map(presentRun), ...next });
  });

  app.post(`${one}/runs`, { schema: createRun }, async (request, reply) => {
    const { org_id: orgId, template_id: templateId } = request.params;
    const actor = callerOf(request);
    const data = await idempotent(request, reply, env, (db) =>
      startRun(env, db, actor, { orgId, templateId }, request.body),
    );
    return success(data);
  });

  app.get(`${one}/runs/:run_id`, { schema: getRun }, async (request) => {
    const { org_id, template_id: templateId, run_id: id } = request.params;
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const actor = callerOf(request);
    const access = await requireOrgMember(env.db, actor, org_id);
    const [after] = readCursor(cursor, ['number'], [0]);
    const run = await readRun(env.db, actor, access, { templateId, id });
    const items = await findItems(env.db, id, after, limit + 1);
    const { rows, ...next } = slicePage(items, limit, (row) => [row.place]);
    return success({ ...run, binders: rows.map(presentItem), ...next });
  });
}
