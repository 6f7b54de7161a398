import { OrgId, PartnerId, UsageDay } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const querystring = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'How many days up to today; 30 by default.' }),
  ),
});
const description = 'Days are in UTC, without gaps, up to today. Counts are at most a minute old.';
const totals = {
  users: Type.Integer({ description: 'Enabled users, today.' }),
  active_users: Type.Integer({ description: 'Users who changed something in a binder in these days.' }),
};

export const getOrgUsage = operation(tag, 'getOrgUsage', {
  summary: 'Get the usage of an org by day',
  description,
  params: Type.Object({ org_id: OrgId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({
      ...totals,
      binders: Type.Integer(),
      bytes: Type.Integer({ description: 'Of existing files, each content once.' }),
    }),
  }),
});

export const getPartnerUsage = operation(tag, 'getPartnerUsage', {
  summary: 'Get the usage of all orgs of a partner by day',
  description,
  params: Type.Object({ partner_id: PartnerId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({ ...totals, orgs: Type.Integer({ description: 'Enabled orgs.' }) }),
    last_backup: Type.Optional(
      Type.Object(
        {
          time: Type.Integer({ description: 'When it was complete.' }),
          bytes: Type.Integer({ description: 'Size of its database and of all files.' }),
        },
        { description: 'The last backup of the installation. Only in production, and if there is one.' },
      ),
    ),
  }),
});
