import { Group, GroupId, GroupSummary, NameText, OrgId, UserId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Transactions';
const OrgParams = Type.Object({ org_id: OrgId });
const GroupParams = Type.Object({ org_id: OrgId, group_id: GroupId });
const MAX_MEMBERS = 1_000;

const Name = NameText({
  minLength: 1,
  maxLength: 255,
  description: 'The name must differ from the names of the other groups of the org. Not case-sensitive.',
});
const Members = Type.Array(Type.Object({ user_id: UserId }), {
  minItems: 1,
  maxItems: MAX_MEMBERS,
  description: 'The members. They must be different enabled people of the org.',
});

const GroupInput = Type.Object({ name: Name, members: Members });
export type GroupInput = Static<typeof GroupInput>;

const GroupChange = Type.Object({
  name: Type.Optional(Name),
  members: Type.Optional(
    Type.Unsafe<Static<typeof Members>>({
      ...Members,
      description:
        'The complete new list of members. People who join the group must be enabled people of the org.',
    }),
  ),
});
export type GroupChange = Static<typeof GroupChange>;

export const listGroups = operation(tag, 'listGroups', {
  summary: 'List the groups of an org',
  description: 'Allowed for users of the org and admins of its partner. Sorted by name.',
  params: OrgParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ groups: Type.Array(GroupSummary), next_cursor: NextCursor }),
});

export const getGroup = operation(tag, 'getGroup', {
  summary: 'Get a group with its members',
  description: 'Allowed for users of the org and admins of its partner.',
  params: GroupParams,
  data: Group,
});

export const createGroup = operation(tag, 'createGroup', {
  summary: 'Create a group of people',
  description:
    'Allowed for admins of the org and of its partner. A group can be the assignee of a step. Membership in a group gives no access to a binder. 409: another group of the org has the name. 412: a member is not an enabled person of the org, or the org already has 1,000 groups.',
  params: OrgParams,
  body: GroupInput,
  data: Group,
});

export const updateGroup = operation(tag, 'updateGroup', {
  summary: 'Change the name or the members of a group',
  description:
    'Allowed for admins of the org and of its partner. Send `name`, `members` or both. The change takes effect before the response: new members can press buttons for the group, and former members cannot. 409: another group of the org has the name. 412: a new member is not an enabled person of the org.',
  params: GroupParams,
  body: GroupChange,
  data: Group,
});

export const deleteGroup = operation(tag, 'deleteGroup', {
  summary: 'Delete a group',
  description:
    'Allowed for admins of the org and of its partner. 412: the group is the assignee of an open step, and the transaction has not ended.',
  params: GroupParams,
});
