import type { MemberType } from '@ringbinder/protocol';
import { type Actor, accessBinder, type BinderAccess, enterBinder } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '../../errors.ts';
import { append, type LogContext, type NewLogEntry } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import * as queries from './member-queries.ts';
import { memberTypes, rolesByType } from './roles.ts';
import type { AddedMember, UserIdentity } from './schema.ts';

/** Where a change of members happens. */
export interface MemberChange {
  env: Environment;
  db: Database;
  actor: Actor;
  binderId: string;
}

/**
 * Adds users to a binder, all or none. Those who are members stay as they are. Needs write access.
 * Throws not found for an identity that names nobody of the partner, forbidden when `ownOrgOnly` and a user is of
 * another org than the binder, conflict when all are members already.
 */
export function addMembers(
  change: MemberChange,
  added: readonly AddedMember[],
  options: { ownOrgOnly: boolean },
): Promise<void> {
  const { env, db, actor, binderId } = change;
  return db.transaction(async (tx) => {
    const access = await enterBinder(tx, actor, binderId, 'write');
    const identities = added.map(({ user }) => user);
    const users = await identify(tx, access, actor, identities, (place) => `users[${place}].user`);
    if (options.ownOrgOnly) checkOrg(users, access);
    const fresh = newMembers(users, added);
    if (fresh.length === 0) throw conflict('all of these users are members of the binder already');
    const context = contextOf(env, actor, binderId);
    await queries.insertMembers(
      tx,
      binderId,
      fresh.map(({ id, role }) => ({ userId: id, role })),
      context.at,
    );
    await append(
      tx,
      context,
      fresh.map(
        ({ id, name, role }) =>
          ({
            kind: 'member_added',
            body: { user_id: id, name, type: memberTypes[role] },
          }) satisfies NewLogEntry,
      ),
    );
  });
}

function newMembers(users: queries.IdentifiedUser[], added: readonly AddedMember[]) {
  const fresh = users.filter(({ role }) => role === null);
  return [...new Map(fresh.map((user) => [user.id, user])).values()].map(({ id, name, place }) => ({
    id,
    name,
    role: rolesByType[added[place]?.type ?? 'BOARD_READ_WRITE'],
  }));
}

function checkOrg(users: queries.IdentifiedUser[], access: BinderAccess): void {
  const stranger = users.find((user) => user.org_id !== access.orgId);
  if (stranger) throw forbidden(`users[${stranger.place}].user is not of the binder’s org`);
}

/**
 * Takes a member out: an owner or editor anyone but the owner, everybody oneself. Throws not found when the identity
 * names no member, a 400 for the owner, forbidden for a viewer who removes another.
 */
export function removeMember(change: MemberChange, identity: UserIdentity): Promise<void> {
  const { env, db, actor, binderId } = change;
  return db.transaction(async (tx) => {
    const access = await enterBinder(tx, actor, binderId, 'read');
    const [user] = await identify(tx, access, actor, [identity], () => '');
    if (user?.id !== actor.userId) await accessBinder(tx, actor, binderId, 'write');
    if (!user?.role) throw notFound('member', describe(identity));
    if (user.role === 'owner')
      throw invalid('', 'the owner of a binder cannot be removed; hand it over or delete it');
    await queries.deleteMember(tx, binderId, user.id);
    await append(tx, contextOf(env, actor, binderId), [
      { kind: 'member_removed', body: { user_id: user.id, name: user.name } },
    ]);
  });
}

/**
 * Gives a member another role. `BOARD_OWNER` hands the binder over: the former owner becomes an editor. Needs the
 * owner. Throws not found for someone who is not a member, a 400 when the owner would be without a binder to own.
 */
export function changeMember(change: MemberChange, userId: string, type: MemberType): Promise<void> {
  const { env, db, actor, binderId } = change;
  const role = rolesByType[type];
  return db.transaction(async (tx) => {
    const access = await enterBinder(tx, actor, binderId, 'own');
    const [user] = await identify(tx, access, actor, [{ id: userId }], () => 'user_id');
    if (!user?.role) throw notFound('member', userId);
    if (user.role === role) return;
    if (user.role === 'owner')
      throw invalid('type', 'of the owner changes only when the binder is handed to another member');
    const context = contextOf(env, actor, binderId);
    const entries: NewLogEntry[] = [
      { kind: 'member_changed', body: { user_id: userId, name: user.name, type } },
    ];
    if (role === 'owner') entries.push(await stepDown(tx, access, actor, userId, context));
    await queries.updateRole(tx, binderId, userId, role, context.at);
    await append(tx, context, entries);
  });
}

async function stepDown(
  tx: Transaction,
  access: BinderAccess,
  actor: Actor,
  successorId: string,
  context: LogContext,
): Promise<NewLogEntry> {
  const [owner] = await identify(tx, access, actor, [{ id: actor.userId }], () => '');
  await queries.updateRole(tx, access.binderId, actor.userId, 'editor', context.at);
  await queries.updateOwner(tx, access.binderId, successorId);
  return {
    kind: 'member_changed',
    body: { user_id: actor.userId, name: owner?.name ?? '', type: 'BOARD_READ_WRITE' },
  };
}

/** Finds the users in the order of their identities. Throws a 400 or not found that names the identity's field. */
async function identify(
  tx: Transaction,
  access: BinderAccess,
  actor: Actor,
  identities: readonly UserIdentity[],
  fieldOf: (place: number) => string,
): Promise<queries.IdentifiedUser[]> {
  for (const [place, identity] of identities.entries()) {
    const given = [identity.id, identity.unique_id, identity.email].filter((value) => value !== undefined);
    if (given.length !== 1) throw invalid(fieldOf(place), 'must have exactly one of id, unique_id and email');
  }
  const within = { binderId: access.binderId, partnerId: access.partnerId, ownOrgId: actor.orgId };
  const users = await queries.findIdentified(tx, identities, within);
  for (const [place, identity] of identities.entries()) {
    if (!users.some((user) => user.place === place)) throw unknownUser(fieldOf(place), identity);
  }
  return users;
}

function unknownUser(path: string, identity: UserIdentity): ApiError {
  const message = `names no user: ${describe(identity)}`;
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `${path} ${message}`.trim(), {
    errors: [{ path, message }],
  });
}

function describe(identity: UserIdentity): string {
  return identity.id ?? identity.unique_id ?? identity.email ?? '';
}

function contextOf(env: Environment, actor: Actor, binderId: string): LogContext {
  return { binderId, actorId: actor.userId, at: env.clock.now(), bus: env.bus };
}
