import { listAll, type operations, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Member, TransactionTemplateSummary } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../binder/refusal.ts';
import { templates as words } from '../../strings/messages/templates.ts';
import { type GroupChoice, isGroup } from '../groups.ts';
import { NAME } from './role-name.ts';

export type Template =
  operations['getTransactionTemplate']['responses'][200]['content']['application/json']['data'];
export type TemplateBody = Template['body'];

export interface TemplateUse {
  template: Template;
  /** Ids of people and groups, keyed by role. Empty until chosen. */
  roles: Readonly<Record<string, string>>;
  variables: Readonly<Record<string, string>>;
}

export function useTemplates(
  client: RingbinderClient,
  orgId: string | undefined,
): readonly TransactionTemplateSummary[] {
  const [templates, setTemplates] = useState<readonly TransactionTemplateSummary[]>([]);
  useEffect(() => {
    if (orgId === undefined) return;
    listTemplates(client, orgId).then(setTemplates, () => {});
  }, [orgId]);
  return templates;
}

const LIST = '/orgs/{org_id}/transaction_templates';

export async function listTemplates(
  client: RingbinderClient,
  org_id: string,
): Promise<TransactionTemplateSummary[]> {
  const load = (cursor: string | undefined) =>
    unwrap(client.api.GET(LIST, { params: { path: { org_id }, query: cursor ? { cursor } : {} } }));
  const templates: TransactionTemplateSummary[] = [];
  for await (const template of listAll(load, 'templates')) templates.push(template);
  return templates;
}

export function readTemplate(
  client: RingbinderClient,
  org_id: string,
  template_id: string,
): Promise<Template> {
  const params = { path: { org_id, template_id } };
  return unwrap(client.api.GET(`${LIST}/{template_id}`, { params }));
}

export interface Choices {
  members: readonly Member[];
  groups: readonly GroupChoice[];
}

export function nameOf(id: string | undefined, { members, groups }: Choices): string {
  const member = members.find(({ user }) => user.id === id);
  return member?.user.name ?? groups.find((group) => group.id === id)?.name ?? '';
}

export function readableName(name: string): string {
  const spaced = name.replaceAll('_', ' ').trim() || name;
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export const VARIABLE = new RegExp(`\\{\\{(${NAME})\\}\\}`, 'gu');

export const filled = (text: string, variables: TemplateUse['variables']): string =>
  text.replace(VARIABLE, (_, name: string) => variables[name] || `[${readableName(name)}]`);

export function missingInUse(use: TemplateUse | undefined): Record<string, string> {
  if (!use) return { template_id: words.none };
  const missing = use.template.roles.filter((role) => !use.roles[role]);
  return Object.fromEntries(missing.map((role) => [`roles.${role}`, words.person]));
}

export function toUse(use: TemplateUse | undefined) {
  const missing = missingInUse(use);
  const [first] = Object.values(missing);
  if (!use || first !== undefined) throw new Refusal(first ?? words.none, missing);
  const { template, roles, variables } = use;
  return {
    template_id: template.id,
    template_version: template.version,
    roles: Object.fromEntries(
      Object.entries(roles).map(([role, id]) => [role, isGroup(id) ? { group_id: id } : { user_id: id }]),
    ),
    variables: Object.fromEntries(template.variables.map((name) => [name, variables[name]?.trim() ?? ''])),
  };
}

export function atRoles(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const fields = Object.entries(error.fields).map(([path, message]) => [
    path.replace(/^(roles\.[^.]+)\..*$/, '$1'),
    message,
  ]);
  return new Refusal(error.message, Object.fromEntries(fields));
}
