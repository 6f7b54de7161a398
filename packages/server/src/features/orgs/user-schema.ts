import { languages } from '@ringbinder/locales';
import { Email, NameText, OrgId, OrgUser, Text, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';
import { Password } from '../users/index.ts';

const tag = 'Administration';
const OrgParams = Type.Object({ org_id: OrgId });
const UserParams = Type.Object({ org_id: OrgId, user_id: UserId });

const UniqueId = Text({ minLength: 1, maxLength: 255 });
const Name = NameText({ maxLength: 100 });
const Role = Type.Enum(['admin', 'member']);
const IsPartnerAdmin = Type.Boolean({
  description: 'Whether the user is an admin of the partner. Only admins of the partner may set it.',
});

export const listOrgUsers = operation(tag, 'listOrgUsers', {
  summary: 'List the users of an org by name',
  description:
    'Allowed for users of the org and admins of its partner. Admins of the org and of its partner receive all users with all fields. Other users receive only enabled users, with the fields that members of a binder see.',
  params: OrgParams,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    q: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 200,
        description: 'Part of the name, the email address or the unique id. Not case-sensitive.',
      }),
    ),
    role: Type.Optional(Role),
    is_bot: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether to return disabled or enabled users. Only for admins; other users always receive enabled users.',
      }),
    ),
  }),
  data: Type.Object({ users: Type.Array(OrgUser), next_cursor: NextCursor }),
});

export const getOrgUser = operation(tag, 'getOrgUser', {
  summary: 'Get a user of an org',
  description: 'Allowed for admins of the org and of its partner.',
  params: UserParams,
  data: OrgUser,
});

export const createOrgUser = operation(tag, 'createOrgUser', {
  summary: 'Create a user in an org',
  description:
    'Allowed for admins of the org and of its partner. Send `email`, `unique_id` or both. A user without a password cannot sign in by password. 403: `is_partner_admin` is true, and you are not an admin of the partner. 409: another user has the email address or the unique id.',
  params: OrgParams,
  body: Type.Object({
    email: Type.Optional(Email),
    unique_id: Type.Optional(UniqueId),
    first_name: Type.Optional(Name),
    last_name: Type.Optional(Name),
    password: Type.Optional(Password),
    language: Type.Optional(Type.Enum([...languages])),
    role: Type.Optional(Role),
    is_partner_admin: Type.Optional(IsPartnerAdmin),
    mail_setup_link: Type.Optional(
      Type.Boolean({
        description:
          'If true, the server sends the user an email with a link to choose a password. The link is valid for 7 days. Users with a `password`, and users who sign in with an identity provider, get no email.',
      }),
    ),
  }),
  data: OrgUser,
});

export const updateOrgUser = operation(tag, 'updateOrgUser', {
  summary: 'Change, disable or enable a user of an org',
  description:
    'Allowed for admins of the org and of its partner. Send at least one field; omitted fields do not change. If you disable the user, all their tokens and sessions end immediately, and enabling the user again does not restore them. 400: the user is a bot. 403: the user is an admin of the partner or you set `is_partner_admin`, and you are not an admin of the partner. 409: another user has the email address or the unique id. 412: the user has been erased, or is the last enabled admin of the org or the partner, and would no longer be one.',
  params: UserParams,
  body: Type.Object({
    email: Type.Optional(Email),
    unique_id: Type.Optional(UniqueId),
    first_name: Type.Optional(Name),
    last_name: Type.Optional(Name),
    language: Type.Optional(Type.Enum([...languages])),
    role: Type.Optional(Role),
    is_partner_admin: Type.Optional(IsPartnerAdmin),
    disabled: Type.Optional(Type.Boolean()),
  }),
  data: OrgUser,
});
