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
  Text({ minLength: 1, maxLength: 200, description: 'Part of a name, in any case.' }),
);

export const getPartner = operation(tag, 'getPartner', {
  summary: 'Get a partner',
  params: PartnerParams,
  data: Partner,
});

export const updatePartner = operation(tag, 'updatePartner', {
  summary: 'Rename a partner, or change its own org',
  description:
    'Omitted fields stay unchanged. Users of a client without an org are created in the partner’s own org.',
  params: PartnerParams,
  body: Type.Object({ name: Type.Optional(Name), default_org_id: Type.Optional(OrgId) }),
  data: Partner,
});

export const listOrgs = operation(tag, 'listOrgs', {
  summary: 'List the orgs of a partner by name',
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
  description: 'For admins of the partner. The new org has no users.',
  params: PartnerParams,
  body: Type.Object({ name: Name, plan_code: Type.Optional(PlanCode) }),
  data: Org,
});

export const getOrg = operation(tag, 'getOrg', {
  summary: 'Get an org',
  description: 'Users of the org see its name. Its admins and those of its partner see everything.',
  params: OrgParams,
  data: Org,
});

const OrNoLimit = (least: number, most: number, description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: least, maximum: most }), Type.Null()], { description }));
const Days = (what: string) =>
  OrNoLimit(1, 36_500, `After how many days ${what} are removed for good; null: never.`);

const OrgChange = Type.Object({
  name: Type.Optional(Name),
  plan_code: Type.Optional(PlanCode),
  language: Type.Optional(
    Type.Enum([...languages], {
      description:
        'The language of users who have not chosen one. Their browser’s language precedes it on pages.',
    }),
  ),
  max_bytes: OrNoLimit(0, Number.MAX_SAFE_INTEGER, 'Maximum bytes of its files; null: no limit.'),
  max_binders: OrNoLimit(0, 2 ** 31 - 1, 'Maximum number of binders; null: no limit.'),
  message_days: Days('messages'),
  file_days: Days('files, with their pages,'),
  guests_by_session_key: Type.Optional(
    Type.Boolean({
      description:
        'Whether people outside a binder can enter the lobby of its meets by their session key; otherwise only by a guest link.',
    }),
  ),
  link_previews: Type.Optional(
    Type.Boolean({
      description: 'Whether the server fetches the first link of each new message to show a preview of it.',
    }),
  ),
  notifications: Type.Optional(OrgNotifications),
  disabled: Type.Optional(
    Type.Boolean({ description: 'Its users cannot sign in, and all their tokens end immediately.' }),
  ),
});

export const updateOrg = operation(tag, 'updateOrg', {
  summary: 'Rename, disable or enable an org',
  description:
    'Omitted fields stay unchanged. An admin of the org may change its name, its language, its retention, how guests reach its meets, its link previews, and the defaults of notifications. Everything else is for admins of the partner.',
  params: OrgParams,
  body: OrgChange,
  data: Org,
});
