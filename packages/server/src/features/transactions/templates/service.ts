import {
  type BinderCall,
  changeBinder,
  lockOrg,
  orNotFound,
  requireOrgAdmin,
} from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import {
  because,
  conflict,
  invalid,
  preconditionFailed,
  referenceNotFound,
  withDetails,
} from '../../../errors.ts';
import type { Database, Transaction } from '../../../storage/database.ts';
import type { AdminChange } from '../../audit/index.ts';
import { addTransaction, type CreatedTransaction } from '../create.ts';
import type { TemplateUse } from '../schema.ts';
import { checkTemplate, expandTemplate } from './expand.ts';
import * as queries from './queries.ts';
import type { Template, TemplateChange, TemplateInput } from './schema.ts';
import { rolesOf, variablesOf } from './texts.ts';

const MAX_TEMPLATES = 1_000;

export async function readTemplate(
  db: Database,
  orgId: string,
  id: string,
  version?: number,
): Promise<Template | undefined> {
  const row = await queries.findTemplate(db, orgId, id, version);
  if (!row) return undefined;
  const { body } = row;
  return { ...presentTemplate(row), roles: rolesOf(body), variables: variablesOf(body), body };
}

export const presentTemplate = ({ id, name, version, created_at, updated_at }: queries.TemplateFields) => ({
  id,
  name,
  version,
  created_time: created_at,
  updated_time: updated_at,
});

export async function createTemplate(
  { ids }: Environment,
  { tx, actor, at, record }: AdminChange,
  orgId: string,
  { name, body }: TemplateInput,
): Promise<Template> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  checkTemplate(body, 'body.');
  const id = ids.next('template');
  await lockOrg(tx, orgId);
  await checkName(tx, orgId, name, id);
  if ((await queries.countTemplates(tx, orgId)) >= MAX_TEMPLATES)
    throw preconditionFailed(because('templates_full', { limit: MAX_TEMPLATES }));
  await queries.insertTemplate(tx, { id, orgId, name, at }, body);
  await record({ orgId, partnerId, action: 'template.create', target: id, details: { name } });
  return orNotFound(await readTemplate(tx, orgId, id), 'template', id);
}

export async function updateTemplate(
  { tx, actor, at, record }: AdminChange,
  { orgId, id }: { orgId: string; id: string },
  { name, body, previous_version: previous }: TemplateChange,
): Promise<Template> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  if (name === undefined && body === undefined) throw invalid('', 'name or body is required');
  await lockOrg(tx, orgId);
  const { version } = orNotFound(await queries.findTemplate(tx, orgId, id, undefined), 'template', id);
  if (previous !== undefined && previous !== version)
    throw conflict(`previous_version is not the latest version, which is ${version}`, [
      { path: 'previous_version', message: `is not the latest version, which is ${version}` },
    ]);
  if (name !== undefined) {
    await checkName(tx, orgId, name, id);
    await queries.renameTemplate(tx, id, name, at);
  }
  if (body !== undefined) {
    checkTemplate(body, 'body.');
    await queries.insertVersion(tx, id, body, at);
  }
  const changed = orNotFound(await readTemplate(tx, orgId, id), 'template', id);
  const details = { name: changed.name, version: changed.version };
  await record({ orgId, partnerId, action: 'template.update', target: id, details });
  return changed;
}

export async function deleteTemplate(
  { tx, actor, at, record }: AdminChange,
  { orgId, id }: { orgId: string; id: string },
): Promise<null> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  await lockOrg(tx, orgId);
  const { name } = orNotFound(await queries.findTemplate(tx, orgId, id, undefined), 'template', id);
  await queries.markTemplateDeleted(tx, id, at);
  await record({ orgId, partnerId, action: 'template.delete', target: id, details: { name } });
  return null;
}

async function checkName(tx: Transaction, orgId: string, name: string, id: string): Promise<void> {
  if (await queries.isNameTaken(tx, orgId, name, id))
    throw conflict(because('template_name_taken'), [
      {
        path: 'name',
        ...withDetails(because('template_name_taken'), 'is the name of another template of the org'),
      },
    ]);
}

export function createFromTemplate(
  call: Omit<BinderCall, 'actor'> & { actor: { userId: string } },
  use: TemplateUse,
): Promise<CreatedTransaction> {
  const { template_id: id, template_version: version } = use;
  return changeBinder(call, 'write', async (change) => {
    const row = await queries.findTemplate(change.tx, change.access.orgId, id, version);
    if (!row)
      throw version === undefined
        ? referenceNotFound('template_id', `names no template of the binder’s org: ${id}`)
        : referenceNotFound(
            'template_version',
            `names no version of a template of the binder’s org: ${id}, ${version}`,
          );
    const { input, renaming } = expandTemplate(row.body, use, change.at);
    const template = { id, version: row.version };
    return renaming(() => addTransaction(change, call.actor.userId, { ...input, template }));
  });
}
