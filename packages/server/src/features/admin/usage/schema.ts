import { OrgId, PartnerId, UsageDay } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const querystring = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      description: 'The number of days, including today. Default: 30.',
    }),
  ),
});
const DESCRIPTION =
  'Returns an entry for each day, in UTC, up to and including today. Counts are at most a minute old.';
const totals = {
  users: Type.Integer({ description: 'The number of users who are enabled now.' }),
  active_users: Type.Integer({
    description: 'The number of users who changed something in a binder in this period.',
  }),
};

export const getOrgUsage = operation(tag, 'getOrgUsage', {
  summary: 'Get the usage of an org by day',
  description: `Allowed for admins of the org and of its partner. ${DESCRIPTION}`,
  params: Type.Object({ org_id: OrgId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({
      ...totals,
      binders: Type.Integer(),
      bytes: Type.Integer({
        description: 'The total size of the existing files. Files with the same content count once.',
      }),
    }),
  }),
});

export const getPartnerUsage = operation(tag, 'getPartnerUsage', {
  summary: 'Get the usage of all orgs of a partner by day',
  description: `Allowed for admins of the partner. ${DESCRIPTION}`,
  params: Type.Object({ partner_id: PartnerId }),
  querystring,
  data: Type.Object({
    days: Type.Array(UsageDay),
    totals: Type.Object({ ...totals, orgs: Type.Integer({ description: 'The number of enabled orgs.' }) }),
    last_backup: Type.Optional(
      Type.Object(
        {
          time: Type.Integer({
            description: 'The time of its completion, in milliseconds since 1970-01-01 UTC.',
          }),
          bytes: Type.Integer({ description: 'The size of the database and of all files in the backup.' }),
        },
        {
          description:
            'The last backup of the installation. Absent in the sandbox, and before the first backup.',
        },
      ),
    ),
  }),
});
