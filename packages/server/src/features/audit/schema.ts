import { AuditListEntry, OrgId, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Administration';

const filters = {
  actor_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only changes by the user with this id.' }),
  ),
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z_-]{1,50}([.][a-z_-]{1,50})?$',
      description:
        'Only changes of this kind. Send an action such as `client.rotate`, or a noun such as `client` for all actions that begin with it.',
    }),
  ),
  target: Type.Optional(
    Type.String({ maxLength: 500, description: 'Only changes of the object with this id.' }),
  ),
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Only changes at or after this time, in milliseconds since 1970-01-01 UTC.',
    }),
  ),
  until: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Only changes before this time, in milliseconds since 1970-01-01 UTC.',
    }),
  ),
};
const Filters = Type.Object({ limit: Limit, cursor: Cursor, ...filters });

const data = Type.Object({ entries: Type.Array(AuditListEntry), next_cursor: NextCursor });

export const listOrgAudit = operation(tag, 'listOrgAudit', {
  summary: 'List what admins changed in an org, the latest first',
  description: 'Allowed for admins of the org and of its partner.',
  params: Type.Object({ org_id: OrgId }),
  querystring: Filters,
  data,
});

export const listPartnerAudit = operation(tag, 'listPartnerAudit', {
  summary: 'List what admins changed in a partner and its orgs, the latest first',
  description: 'Allowed for admins of the partner.',
  params: Type.Object({ partner_id: PartnerId }),
  querystring: Filters,
  data,
});

const exported = {
  querystring: Type.Object(filters),
  response: {
    200: {
      description: 'The table.',
      content: { 'text/csv': { schema: { type: 'string' } } },
    },
  },
};
const TABLE =
  'Returns a CSV table in UTF-8 with a byte order mark, the latest change first. Its first row has the names of the columns, and times are in ISO 8601, UTC. A cell that a spreadsheet would run as a formula begins with an apostrophe. The audit log records the export as `audit.export`.';

export const exportOrgAudit = operation(tag, 'exportOrgAudit', {
  summary: 'Download what admins changed in an org, as a table',
  description: `Allowed for admins of the org and of its partner. ${TABLE}`,
  params: Type.Object({ org_id: OrgId }),
  ...exported,
});

export const exportPartnerAudit = operation(tag, 'exportPartnerAudit', {
  summary: 'Download what admins changed in a partner and its orgs, as a table',
  description: `Allowed for admins of the partner. ${TABLE}`,
  params: Type.Object({ partner_id: PartnerId }),
  ...exported,
});
