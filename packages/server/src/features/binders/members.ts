import type { MemberType } from '@ringbinder/protocol';
import { type BinderAccess, type BinderCall, changeBinder, requireRole } from '../../access/index.ts';
import { because, conflict, forbidden, invalid, notFound, withDetails } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { requestDepartures } from '../departures/index.ts';
import { deleteInvitations, endedEntries, invite } from '../invitations/index.ts';
import type { IdentifiedUser } from '../users/index.ts';
import { admitBots } from './bot-installs.ts';
import { checkIdentity, fieldOf, findUsers, identifierOf, identify, unknownUser } from './identities.ts';
import { type AddOptions, invitationsFor, inviteeOf } from './invitees.ts';
import * as queries from './member-queries.ts';
import { memberTypes, rolesByType } from './roles.ts';
import type { AddedMember, UserIdentity } from './schema.ts';

export function addMembers(
  call: BinderCall,
  added: readonly AddedMember[],
  options: AddOptions,
): Promise<void> {
  const { env, binderId, actor } = call;
  return changeBinder(call, 'write', async (change) => {
    const { tx, access, at, log } = change;
    const identities = added.map(({ user }) => user);
    const pathOf = (position: number) => `users[${position}].user`;
    for (const [position, identity] of identities.entries()) checkIdentity(identity, pathOf(position));
    const users = await findUsers(tx, access, actor, identities);
    const ordinals = new Set(users.map(({ ordinal }) => ordinal));
    const unknown = identities.keys().filter((position) => !ordinals.has(position));
    const newInvitations = await invitationsFor(change, actor, added, [...unknown], options);
    if (options.ownOrgOnly) checkOrg(users, access);
    checkTypes(users, added);
    const joining = newMembers(users, added);
    if (joining.length === 0 && newInvitations.length === 0) throw conflict(because('all_members_already'));
    await admitBots(env, tx, { binderId, actorOrgId: actor.orgId }, joining);
    await queries.insertMembers(
      tx,
      call.binderId,
      joining.map(({ id, role }) => ({ userId: id, role })),
      at,
    );
    const entries = joining.map(
      ({ id, name, role }) =>
        ({
          kind: 'member_added',
          body: { user_id: id, name, type: memberTypes[role] },
        }) satisfies NewLogEntry,
    );
    const registeredInvitees = users.flatMap(({ ordinal }) => inviteeOf(identities[ordinal], actor) ?? []);
    const ended = await deleteInvitations(tx, binderId, registeredInvitees, at);
    const { message = '' } = options.invitations ?? {};
    const invitationEntries =
      newInvitations.length === 0 ? [] : await invite(change, actor.userId, newInvitations, message);
    const all = [...entries, ...endedEntries(ended), ...invitationEntries];
    await log(all);
    const joiningIds = joining.map(({ id }) => id);
    await requestDepartures(tx, [binderId], joiningIds, { actorId: actor.userId, at });
  });
}

function newMembers(users: IdentifiedUser[], added: readonly AddedMember[]) {
  const nonMembers = users.filter(({ role }) => role === null);
  return [...new Map(nonMembers.map((user) => [user.id, user])).values()].map(({ role: _, ...user }) => ({
    ...user,
    role: rolesByType[typeOf(added[user.ordinal])],
  }));
}

function typeOf(added: AddedMember | undefined): MemberType {
  return added?.type ?? 'BOARD_READ_WRITE';
}

function checkTypes(users: IdentifiedUser[], added: readonly AddedMember[]): void {
  const first = new Map<string, number>();
  for (const { id, ordinal } of users) {
    const earlier = first.get(id) ?? ordinal;
    if (typeOf(added[earlier]) !== typeOf(added[ordinal])) {
      throw invalid(
        `users[${ordinal}].type`,
        `differs from users[${earlier}].type, and both name the same user`,
      );
    }
    first.set(id, earlier);
  }
}

function checkOrg(users: IdentifiedUser[], access: BinderAccess): void {
  const foreignUser = users.find((user) => user.org_id !== access.orgId);
  if (foreignUser)
    throw forbidden(
      withDetails(
        because('not_allowed'),
        `users[${foreignUser.ordinal}].user does not belong to the binder’s org`,
      ),
    );
}

export function removeMember(call: BinderCall, identity: UserIdentity): Promise<void> {
  const { env, actor, binderId } = call;
  return changeBinder(call, 'read', async ({ tx, access, at, log }) => {
    const field = fieldOf(identity);
    checkIdentity(identity, field);
    const [user] = await findUsers(tx, access, actor, [identity]);
    if (user?.id !== actor.userId) requireRole({ member_role: access.role }, binderId, 'write');
    if (!user?.role) {
      const invitee = inviteeOf(identity, actor);
      const ended = invitee ? await deleteInvitations(tx, binderId, [invitee], at) : [];
      if (ended.length > 0) {
        await log(endedEntries(ended));
        return;
      }
    }
    if (!user) throw unknownUser(field, identity);
    if (!user.role) throw notFound('member', identifierOf(identity));
    if (user.role === 'owner') throw invalid(field, because('owner_cannot_leave'));
    await queries.deleteMember(tx, binderId, user.id);
    await log([{ kind: 'member_removed', body: { user_id: user.id, name: user.name } }]);
    await requestDepartures(tx, [binderId], [user.id], { actorId: actor.userId, at });
    await env.revocations.announce(tx, { binderId, userId: user.id });
  });
}

export function changeMember(call: BinderCall, userId: string, type: Exclude<MemberType, 'BOARD_OWNER'>) {
  const { actor, binderId } = call;
  const role = rolesByType[type];
  return changeBinder(call, 'own', async ({ tx, access, at, log }) => {
    const [user] = await identify(tx, access, actor, [{ id: userId }], () => 'user_id');
    if (!user?.role) throw notFound('member', userId);
    if (user.role === role) return;
    if (user.role === 'owner') throw invalid('type', because('owner_role_fixed'));
    await queries.updateRole(tx, binderId, userId, role, at);
    await log([{ kind: 'member_changed', body: { user_id: userId, name: user.name, type } }]);
  });
}
