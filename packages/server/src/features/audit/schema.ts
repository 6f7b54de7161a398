import { AuditListEntry, OrgId, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Administration';

const Filters = Type.Object({
  limit: Limit,
  cursor: Cursor,
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
});

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
