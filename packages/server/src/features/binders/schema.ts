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
  description: 'Existing clients send `filter=all&sort=feeds`. The server ignores both parameters.',
  params: Type.Object({ user_id: UserIdOrMe }),
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    emails: Type.Optional(
      Text({
        maxLength: 4096,
        description:
          'Email addresses, separated by commas. Returns only binders of which all these people are members.',
      }),
    ),
  }),
  data: Type.Object({
    binders: Type.Array(
      Type.Object({
        category: Type.Integer({
          description: 'The id of the category into which the caller has put the binder; 0 if none.',
        }),
        category_name: Type.String({ description: 'The name of the category; empty if none.' }),
        ...BinderSettings.properties,
        binder: BinderSummary,
      }),
    ),
    next_cursor: NextCursor,
  }),
});

export const createBinder = operation(tag, 'createBinder', {
  summary: 'Create a binder',
  description: 'The caller becomes the owner.',
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
  description: 'Allowed for members of the binder.',
  params: BinderParams,
  data: Binder,
});

export const listMembers = operation(tag, 'listMembers', {
  summary: 'List the members of a binder, the owner first, then by name',
  description:
    'Allowed for members of the binder. The list does not contain people who are invited but have not signed in yet: `GET /{binder_id}` returns them.',
  params: BinderParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({ users: Type.Array(Member) }),
});

export const updateBinder = operation(tag, 'updateBinder', {
  summary: 'Rename or describe a binder',
  description: 'Allowed for the owner and editors. Send at least one of `name` and `description`.',
  params: BinderParams,
  body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Description) }),
});

export const deleteBinder = operation(tag, 'deleteBinder', {
  summary: 'Delete a binder',
  description: 'Allowed for the owner.',
  params: BinderParams,
});

export const inviteUsers = operation(tag, 'inviteUsers', {
  summary: 'Add users of the same partner to a binder, and invite unknown people',
  description:
    'Allowed for the owner and editors. Adds all users or none. Existing members do not change. If no user has the email address, or the `unique_id` that you send with an `org_id`, the server invites the person. An invited person becomes a member by signing in with this address or id within 30 days. 404: a user does not exist and cannot be invited. 409: all users are members already.',
  params: BinderParams,
  body: Type.Object({
    ...AddMembers.properties,
    message: Type.Optional(
      Text({
        maxLength: 1000,
        description: 'A text for the email that the server sends to people who are invited by email address.',
      }),
    ),
  }),
});

export const addOrgUsers = operation(tag, 'addOrgUsers', {
  summary: 'Add users or bots of the binder’s own org',
  description:
    'Allowed for the owner and editors. Works like `inviteuser`, but adds only users of the binder’s org, and invites nobody. 403: a user is not in the binder’s org. 404: a user does not exist. 409: all users are members already.',
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
  description:
    'Allowed for the owner and editors. Every member except the owner can leave by sending their own id. Send exactly one of `id`, `unique_id` and `email`. 400: the person is the owner. 404: the person is neither a member nor invited.',
  params: BinderParams,
  body: UserIdentity,
});

export const changeMember = operation(tag, 'changeMember', {
  summary: 'Change the role of a member, or hand the binder over',
  description:
    'Allowed for the owner. With `BOARD_OWNER`, the member becomes the owner, and the former owner becomes an editor. Admins of the binder’s org and its partner can also send `BOARD_OWNER`. They can name any person of the binder’s org, who becomes a member. 404: the user is not a member. 412: the new owner is disabled.',
  params: Type.Object({ binder_id: BinderId, user_id: UserId }),
  body: Type.Object({ type: MemberType }),
});
