import { AuditListEntry, OrgId, PartnerId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Administration';

const Filters = Type.Object({
  limit: Limit,
  cursor: Cursor,
  actor_id: Type.Optional(Type.String({ maxLength: 100, description: 'Changes by this user.' })),
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z_-]{1,50}([.][a-z_-]{1,50})?$',
      description: 'An action such as `client.rotate`, or a noun such as `client` for all its actions.',
    }),
  ),
  target: Type.Optional(Type.String({ maxLength: 500, description: 'Changes of the object with this id.' })),
  from: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds since 1970, inclusive.' })),
  until: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds since 1970, exclusive.' })),
});

const data = Type.Object({ entries: Type.Array(AuditListEntry), next_cursor: NextCursor });

export const listOrgAudit = operation(tag, 'listOrgAudit', {
  summary: 'List what admins changed in an org, the latest first',
  params: Type.Object({ org_id: OrgId }),
  querystring: Filters,
  data,
});

export const listPartnerAudit = operation(tag, 'listPartnerAudit', {
  summary: 'List what admins changed in a partner and its orgs, the latest first',
  params: Type.Object({ partner_id: PartnerId }),
  querystring: Filters,
  data,
});
