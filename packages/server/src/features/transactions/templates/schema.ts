import {
  NameText,
  OrgId,
  TemplateId,
  TransactionTemplateSummary,
  transactionTemplateOf,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { TemplateVersion } from '../schema.ts';
import { TemplateBody } from './body.ts';

const tag = 'Transactions';
const OrgParams = Type.Object({ org_id: OrgId });
const TemplateParams = Type.Object({ org_id: OrgId, template_id: TemplateId });

const Template = transactionTemplateOf(TemplateBody);
export type Template = Static<typeof Template>;

const Name = NameText({
  minLength: 1,
  maxLength: 255,
  description: 'Different from the other templates of the org, whatever the case.',
});

const TemplateInput = Type.Object({ name: Name, body: TemplateBody });
export type TemplateInput = Static<typeof TemplateInput>;

const TemplateChange = Type.Object({
  name: Type.Optional(Name),
  body: Type.Optional(TemplateBody),
  previous_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'The version on which the change is based. If it is not the latest one: 409.',
    }),
  ),
});
export type TemplateChange = Static<typeof TemplateChange>;

export const listTemplates = operation(tag, 'listTransactionTemplates', {
  summary: 'List the templates of an org',
  description: 'For users of the org and admins of its partner. By name, without bodies.',
  params: OrgParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ templates: Type.Array(TransactionTemplateSummary), next_cursor: NextCursor }),
});

export const getTemplate = operation(tag, 'getTransactionTemplate', {
  summary: 'Get a template with its body',
  description: 'For users of the org and admins of its partner.',
  params: TemplateParams,
  querystring: Type.Object({ version: Type.Optional(TemplateVersion) }),
  data: Template,
});

export const createTemplate = operation(tag, 'createTransactionTemplate', {
  summary: 'Create a template of transactions',
  description:
    'For admins of the org and its partner. Members with write access use it in binders of the org: `POST /{binder_id}/transactions` {template_id, roles, variables}. An org has at most 1,000 templates (412).',
  params: OrgParams,
  body: TemplateInput,
  data: Template,
});

export const updateTemplate = operation(tag, 'updateTransactionTemplate', {
  summary: 'Rename a template, or add a version',
  description:
    'For admins of the org and its partner. At least one of `name` and `body`. A `body` is a new version. Earlier versions can still be used, and transactions that exist do not change.',
  params: TemplateParams,
  body: TemplateChange,
  data: Template,
});

export const deleteTemplate = operation(tag, 'deleteTransactionTemplate', {
  summary: 'Delete a template with all versions',
  description:
    'For admins of the org and its partner. Transactions that were created from it stay as they are.',
  params: TemplateParams,
});
