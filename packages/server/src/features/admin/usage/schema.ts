import { OrgId, PartnerId, UsageDay } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const querystring = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'How many days up to today; 30 by default.' }),
  ),
});
const description =
  'The days are of UTC, the last one is today, and none is left out. What happens is counted within a minute.';
const totals = {
  users: Type.Integer({ description: 'People that are not disabled, today.' }),
  active_users: Type.Integer({ description: 'People who changed something in a binder in these days.' }),
};

export const getOrgUsage = operation(tag, 'getOrgUsage', {
  summary: 'Get what happened in an org, day by day',
  description,
  params: Type.Object({ org_id: OrgId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({
      ...totals,
      binders: Type.Integer(),
      bytes: Type.Integer({ description: 'Of the files that are not deleted, each content once.' }),
    }),
  }),
});

export const getPartnerUsage = operation(tag, 'getPartnerUsage', {
  summary: 'Get what happened in all orgs of a partner, day by day',
  description,
  params: Type.Object({ partner_id: PartnerId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({ ...totals, orgs: Type.Integer({ description: 'Orgs that are not disabled.' }) }),
  }),
});
