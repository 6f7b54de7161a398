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
const IsPartnerAdmin = Type.Boolean({ description: 'Only an admin of the partner may change it.' });

export const listOrgUsers = operation(tag, 'listOrgUsers', {
  summary: 'List the users of an org by name',
  description:
    'Users of the org see enabled users, with the fields that members of a binder see. Its admins and those of its partner see everything.',
  params: OrgParams,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    q: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 200,
        description: 'Part of the name, the email address or the unique id, in any case.',
      }),
    ),
    role: Type.Optional(Role),
    is_bot: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean({ description: 'For admins; others see no disabled users.' })),
  }),
  data: Type.Object({ users: Type.Array(OrgUser), next_cursor: NextCursor }),
});

export const getOrgUser = operation(tag, 'getOrgUser', {
  summary: 'Get a user of an org',
  description: 'For admins of the org and its partner.',
  params: UserParams,
  data: OrgUser,
});

export const createOrgUser = operation(tag, 'createOrgUser', {
  summary: 'Create a user in an org',
  description:
    'A user has an email address, a unique id or both. Only a user with a password can sign in by password.',
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
          'Mails the user a link to choose a password, valid for 7 days. Users with a `password`, and those whom an identity provider signs on, get no mail.',
      }),
    ),
  }),
  data: OrgUser,
});

export const updateOrgUser = operation(tag, 'updateOrgUser', {
  summary: 'Change, disable or enable a user of an org',
  description:
    'Omitted fields stay unchanged. Disabling ends all tokens and sessions of the user immediately and for good. Only admins of the partner can change an admin of the partner. An erased user cannot be changed (412).',
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
