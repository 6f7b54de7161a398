import { Delegation, MAX_TIME, NumericId, OrgId, UserId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Transactions';
const OwnParams = Type.Object({ delegation_id: NumericId });
const UserParams = Type.Object({ org_id: OrgId, user_id: UserId });

const Time = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_TIME,
    description: `${description} In milliseconds since 1970-01-01 UTC.`,
  });

const DelegationInput = Type.Object({
  to: Type.Object({ user_id: UserId }, { description: 'The delegate: another enabled person of the org.' }),
  starts: Type.Optional(Time('The start. Default: now.')),
  ends: Time('The end. At most 366 days after the start.'),
});
export type DelegationInput = Static<typeof DelegationInput>;

const List = Type.Object({
  delegations: Type.Array(Delegation, { description: 'Delegations by the person to others.' }),
  received: Type.Array(Delegation, { description: 'Delegations by others to the person.' }),
});
const LIST_DESCRIPTION = 'Returns planned and running delegations, the earliest first.';
const createDescription = (other = '') =>
  `While the delegation is running, the delegate can press buttons in place of the person, in binders of which both are members. A delegation gives no access to binders. The delegate cannot press for others who have delegated to the person. 403: the person is a bot. 412: ${other}the delegate is not an enabled person of the org; the delegate delegates to the person in the same period, directly or through others; the person already has a delegation in the period; or the person has 20 planned and running delegations. 429: the person has had 20 new delegations within a day.`;

export const listDelegations = operation(tag, 'listDelegations', {
  summary: 'List the delegations by and to the caller',
  description: LIST_DESCRIPTION,
  data: List,
});

export const createDelegation = operation(tag, 'createDelegation', {
  summary: 'Delegate approvals for a time',
  description: createDescription(),
  body: DelegationInput,
  data: Delegation,
});

export const deleteDelegation = operation(tag, 'deleteDelegation', {
  summary: 'End a delegation',
  description:
    'Allowed for the person who delegated. When you receive the response, the delegate can no longer press for you.',
  params: OwnParams,
});

export const listUserDelegations = operation(tag, 'listUserDelegations', {
  summary: 'List the delegations by and to a user of an org',
  description: `Allowed for admins of the org and of its partner. ${LIST_DESCRIPTION}`,
  params: UserParams,
  data: List,
});

export const createUserDelegation = operation(tag, 'createUserDelegation', {
  summary: 'Delegate the approvals of a user of an org',
  description: `Allowed for admins of the org and of its partner. ${createDescription('the delegate is the caller, and the person is not; ')}`,
  params: UserParams,
  body: DelegationInput,
  data: Delegation,
});

export const deleteUserDelegation = operation(tag, 'deleteUserDelegation', {
  summary: 'End a delegation of a user of an org',
  description: 'Allowed for admins of the org and of its partner.',
  params: Type.Object({ ...UserParams.properties, ...OwnParams.properties }),
});
