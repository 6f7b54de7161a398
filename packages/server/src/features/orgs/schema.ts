import { languages } from '@ringbinder/locales';
import { NameText, Org, OrgId, OrgNotifications, Partner, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Administration';
const PartnerParams = Type.Object({ partner_id: PartnerId });
const OrgParams = Type.Object({ org_id: OrgId });
const Name = NameText({ minLength: 1, maxLength: 200 });
const PlanCode = Text({ maxLength: 100 });

export const Search = Type.Optional(
  Text({ minLength: 1, maxLength: 200, description: 'Part of the name. Not case-sensitive.' }),
);

export const getPartner = operation(tag, 'getPartner', {
  summary: 'Get a partner',
  description: 'Allowed for admins of the partner.',
  params: PartnerParams,
  data: Partner,
});

export const updatePartner = operation(tag, 'updatePartner', {
  summary: 'Rename a partner, or change its own org',
  description:
    'Allowed for admins of the partner. Send at least one field; omitted fields do not change. `default_org_id` is the partner’s own org. If a client has no org, the server creates its users there. 404: the partner has no org `default_org_id`.',
  params: PartnerParams,
  body: Type.Object({ name: Type.Optional(Name), default_org_id: Type.Optional(OrgId) }),
  data: Partner,
});

export const listOrgs = operation(tag, 'listOrgs', {
  summary: 'List the orgs of a partner by name',
  description: 'Allowed for admins of the partner.',
  params: PartnerParams,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    q: Search,
    disabled: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ orgs: Type.Array(Org), next_cursor: NextCursor }),
});

export const createOrg = operation(tag, 'createOrg', {
  summary: 'Create an org',
  description: 'Allowed for admins of the partner. The new org has no users.',
  params: PartnerParams,
  body: Type.Object({ name: Name, plan_code: Type.Optional(PlanCode) }),
  data: Org,
});

export const getOrg = operation(tag, 'getOrg', {
  summary: 'Get an org',
  description:
    'Allowed for users of the org and admins of its partner. Only admins of the org and of its partner receive all fields.',
  params: OrgParams,
  data: Org,
});

const OrNoLimit = (least: number, most: number, description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: least, maximum: most }), Type.Null()], { description }));
const Days = (what: string) =>
  OrNoLimit(1, 36_500, `The number of days after which ${what} are deleted permanently. Null: never.`);

const OrgChange = Type.Object({
  name: Type.Optional(Name),
  plan_code: Type.Optional(PlanCode),
  language: Type.Optional(
    Type.Enum([...languages], {
      description:
        'The language for users who have not chosen one. On web pages, the language of the browser takes precedence.',
    }),
  ),
  max_bytes: OrNoLimit(
    0,
    Number.MAX_SAFE_INTEGER,
    'The maximum total size of the files of the org, in bytes. Null: no limit.',
  ),
  max_binders: OrNoLimit(0, 2 ** 31 - 1, 'The maximum number of binders of the org. Null: no limit.'),
  message_days: Days('messages'),
  file_days: Days('files, with their pages,'),
  guests_by_session_key: Type.Optional(
    Type.Boolean({
      description:
        'Whether guests can enter the lobby of a meet with its session key. If false, they need a guest link.',
    }),
  ),
  link_previews: Type.Optional(
    Type.Boolean({
      description: 'Whether the server fetches the first link of each new message to show a preview of it.',
    }),
  ),
  notifications: Type.Optional(OrgNotifications),
  disabled: Type.Optional(
    Type.Boolean({
      description: 'If true, users of the org cannot sign in, and all their tokens stop working immediately.',
    }),
  ),
});

export const updateOrg = operation(tag, 'updateOrg', {
  summary: 'Rename, disable or enable an org',
  description:
    'Allowed for admins of the org and of its partner. Send at least one field; omitted fields do not change. Only admins of the partner may change `plan_code`, `max_bytes`, `max_binders` and `disabled`; otherwise the call returns 403. 412: you disable the org of the last enabled admin of the partner.',
  params: OrgParams,
  body: OrgChange,
  data: Org,
});
