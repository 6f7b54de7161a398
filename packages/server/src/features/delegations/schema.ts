import { Delegation, MAX_TIME, NumericId, OrgId, UserId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Transactions';
const OwnParams = Type.Object({ delegation_id: NumericId });
const UserParams = Type.Object({ org_id: OrgId, user_id: UserId });

const Time = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_TIME, description: `${description} In milliseconds since 1970.` });

const DelegationInput = Type.Object({
  to: Type.Object({ user_id: UserId }, { description: 'Another enabled person of the org.' }),
  starts: Type.Optional(Time('Default: now.')),
  ends: Time('At most 366 days after `starts`.'),
});
export type DelegationInput = Static<typeof DelegationInput>;

const List = Type.Object({
  delegations: Type.Array(Delegation, { description: 'By the person.' }),
  received: Type.Array(Delegation, { description: 'To the person.' }),
});
const LIST_DESCRIPTION = 'Planned and running ones, the earliest first.';
const CREATE_DESCRIPTION =
  'While it runs, the delegate may press in the steps that await the person, in binders of which both are members. It gives no access to a binder, and does not pass on delegations to the person. A person has at most 20, and one at a time (412).';

export const listDelegations = operation(tag, 'listDelegations', {
  summary: 'List the delegations by and to the caller',
  description: LIST_DESCRIPTION,
  data: List,
});

export const createDelegation = operation(tag, 'createDelegation', {
  summary: 'Delegate approvals for a time',
  description: CREATE_DESCRIPTION,
  body: DelegationInput,
  data: Delegation,
});

export const deleteDelegation = operation(tag, 'deleteDelegation', {
  summary: 'End a delegation',
  description: 'After the response, the delegate can no longer press for the caller.',
  params: OwnParams,
});

export const listUserDelegations = operation(tag, 'listUserDelegations', {
  summary: 'List the delegations by and to a user of an org',
  description: `For admins of the org and its partner. ${LIST_DESCRIPTION}`,
  params: UserParams,
  data: List,
});

export const createUserDelegation = operation(tag, 'createUserDelegation', {
  summary: 'Delegate the approvals of a user of an org',
  description: `For admins of the org and its partner. ${CREATE_DESCRIPTION}`,
  params: UserParams,
  body: DelegationInput,
  data: Delegation,
});

export const deleteUserDelegation = operation(tag, 'deleteUserDelegation', {
  summary: 'End a delegation of a user of an org',
  description: 'For admins of the org and its partner.',
  params: Type.Object({ ...UserParams.properties, ...OwnParams.properties }),
});
