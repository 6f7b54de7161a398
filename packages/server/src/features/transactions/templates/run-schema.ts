import {
  BinderId,
  NumericId,
  OrgId,
  TemplateId,
  TransactionRun,
  TransactionRunItem,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { TemplateRoles, TemplateVariables, TemplateVersion } from '../schema.ts';

const tag = 'Transactions';
const TemplateParams = Type.Object({ org_id: OrgId, template_id: TemplateId });
const MAX_BINDERS = 1_000;

const values = { roles: Type.Optional(TemplateRoles), variables: Type.Optional(TemplateVariables) };

const RunInput = Type.Object({
  template_version: Type.Optional(TemplateVersion),
  ...values,
  binders: Type.Array(Type.Object({ binder_id: BinderId, ...values }), {
    minItems: 1,
    maxItems: MAX_BINDERS,
    description: 'Different binders. Their `roles` and `variables` have priority over those of the run.',
  }),
});
export type RunInput = Static<typeof RunInput>;

export const createRun = operation(tag, 'createTransactionRun', {
  summary: 'Create a transaction from a template in many binders',
  description:
    'For users of the org. A job creates the transactions in the name of the caller, exactly one for each binder. Wrong roles and variables are 400 before anything is created. A binder in which the caller may not create it is reported by the run. At most 5 open runs of a person and 20 of an org (412).',
  params: TemplateParams,
  body: RunInput,
  data: TransactionRun,
});

export const listRuns = operation(tag, 'listTransactionRuns', {
  summary: 'List the runs of a template',
  description:
    'Newest first, with their progress. Admins of the org see all runs, and others those that they started. A run is deleted 90 days after its start.',
  params: TemplateParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ runs: Type.Array(TransactionRun), next_cursor: NextCursor }),
});

export const getRun = operation(tag, 'getTransactionRun', {
  summary: 'Get the progress and the report of a run',
  description:
    'For the person who started it, and admins of the org. A run is deleted 90 days after its start.',
  params: Type.Object({ ...TemplateParams.properties, run_id: NumericId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({
    ...TransactionRun.properties,
    binders: Type.Array(TransactionRunItem, { description: 'In the order of the request.' }),
    next_cursor: NextCursor,
  }),
});
