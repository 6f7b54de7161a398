import {
  Binder,
  BinderId,
  BinderSettings,
  BinderSummary,
  Member,
  MemberType,
  NameText,
  OrgId,
  Text,
  UserId,
  UserIdOrMe,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Binders';
const BinderParams = Type.Object({ binder_id: BinderId });
const Name = NameText({ minLength: 1, maxLength: 255 });
const Description = Text({ maxLength: 4096 });

/** `org_id` defaults to the caller's org. */
export const UserIdentity = Type.Object({
  id: Type.Optional(UserId),
  unique_id: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  email: Type.Optional(Text({ minLength: 1, maxLength: 320 })),
  org_id: Type.Optional(OrgId),
});
export type UserIdentity = Static<typeof UserIdentity>;

const AddedMember = Type.Object({
  user: UserIdentity,
  type: Type.Optional(Type.Enum(['BOARD_READ_WRITE', 'BOARD_READ_ONLY'])),
});
export type AddedMember = Static<typeof AddedMember>;

export const InvitedUsers = Type.Array(AddedMember, { minItems: 1, maxItems: 500 });
const AddMembers = Type.Object({ users: InvitedUsers });

export const listBinders = operation(tag, 'listBinders', {
  summary: 'List the calling user’s binders, the last changed first',
  description: 'Existing clients send `filter=all&sort=feeds`, which is the default.',
  params: Type.Object({ user_id: UserIdOrMe }),
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    emails: Type.Optional(
      Text({
        maxLength: 4096,
        description: 'Email addresses, separated by commas: only binders with all of them as members.',
      }),
    ),
  }),
  data: Type.Object({
    binders: Type.Array(
      Type.Object({
        category: Type.Integer({ description: 'The id of the caller’s category; 0 for none.' }),
        category_name: Type.String({ description: 'Empty for none.' }),
        ...BinderSettings.properties,
        binder: BinderSummary,
      }),
    ),
    next_cursor: NextCursor,
  }),
});

export const createBinder = operation(tag, 'createBinder', {
  summary: 'Create a binder',
  params: Type.Object({ user_id: UserIdOrMe }),
  body: Type.Object({
    name: Name,
    description: Type.Optional(Description),
    conversation: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    id: Type.String(),
    name: Type.String(),
    revision: Type.Integer(),
    created_time: Type.Integer(),
    updated_time: Type.Integer(),
  }),
});

export const getBinder = operation(tag, 'getBinder', {
  summary: 'Get a binder with its members and its first pages',
  params: BinderParams,
  data: Binder,
});

export const listMembers = operation(tag, 'listMembers', {
  summary: 'List the members of a binder, the owner first, then by name',
  description: 'Without pending invitations, which are in the binder.',
  params: BinderParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({ users: Type.Array(Member) }),
});

export const updateBinder = operation(tag, 'updateBinder', {
  summary: 'Rename or describe a binder',
  params: BinderParams,
  body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Description) }),
});

export const deleteBinder = operation(tag, 'deleteBinder', {
  summary: 'Delete a binder',
  params: BinderParams,
});

export const inviteUsers = operation(tag, 'inviteUsers', {
  summary: 'Add users of the same partner to a binder, and invite unknown people',
  description:
    'All or nothing. Existing members stay unchanged; 409 if all users are members. An email address that is unknown in the org (or a unique id with its `org_id`) is invited: the person becomes a member by signing in with that address or id within 30 days.',
  params: BinderParams,
  body: Type.Object({
    ...AddMembers.properties,
    message: Type.Optional(
      Text({
        maxLength: 1000,
        description: 'Part of the mail to people who are invited by email address.',
      }),
    ),
  }),
});

export const addOrgUsers = operation(tag, 'addOrgUsers', {
  summary: 'Add users or bots of the binder’s own org',
  description: 'As `inviteuser`, for users of the org of the binder’s owner only.',
  params: BinderParams,
  body: AddMembers,
});

export const addTeamUsers = operation(tag, 'addTeamUsers', {
  summary: 'Add users of the binder’s own org (older path)',
  description: 'Use `POST /{binder_id}/addorguser`.',
  deprecated: true,
  params: BinderParams,
  body: AddMembers,
});

export const removeUser = operation(tag, 'removeUser', {
  summary: 'Remove a member, withdraw an invitation, or leave',
  params: BinderParams,
  body: UserIdentity,
});

export const changeMember = operation(tag, 'changeMember', {
  summary: 'Change the role of a member, or hand the binder over',
  params: Type.Object({ binder_id: BinderId, user_id: UserId }),
  body: Type.Object({ type: MemberType }),
});
