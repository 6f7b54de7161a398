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
  description: 'Different from the other groups of the org, whatever the case.',
});
const Members = Type.Array(Type.Object({ user_id: UserId }), {
  minItems: 1,
  maxItems: MAX_MEMBERS,
  description: 'Enabled people of the org.',
});

const GroupInput = Type.Object({ name: Name, members: Members });
export type GroupInput = Static<typeof GroupInput>;

const GroupChange = Type.Object({
  name: Type.Optional(Name),
  members: Type.Optional(
    Type.Unsafe<Static<typeof Members>>({
      ...Members,
      description: 'All members from now on. New ones must be enabled people of the org.',
    }),
  ),
});
export type GroupChange = Static<typeof GroupChange>;

export const listGroups = operation(tag, 'listGroups', {
  summary: 'List the groups of an org',
  description: 'For users of the org and admins of its partner. By name.',
  params: OrgParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ groups: Type.Array(GroupSummary), next_cursor: NextCursor }),
});

export const getGroup = operation(tag, 'getGroup', {
  summary: 'Get a group with its members',
  description: 'For users of the org and admins of its partner.',
  params: GroupParams,
  data: Group,
});

export const createGroup = operation(tag, 'createGroup', {
  summary: 'Create a group of people',
  description:
    'For admins of the org and its partner. A step may have a group as assignee. The group gives no access to a binder. An org has at most 1,000 groups (412).',
  params: OrgParams,
  body: GroupInput,
  data: Group,
});

export const updateGroup = operation(tag, 'updateGroup', {
  summary: 'Change the name or the members of a group',
  description:
    'For admins of the org and its partner. At least one of them. After the response, people who are no longer members cannot press for the group, and new members can.',
  params: GroupParams,
  body: GroupChange,
  data: Group,
});

export const deleteGroup = operation(tag, 'deleteGroup', {
  summary: 'Delete a group',
  description:
    'For admins of the org and its partner. 412 while an open step of a transaction that has not ended has the group as assignee.',
  params: GroupParams,
});
