import type { Actor, BinderAccess } from '../../access/index.ts';
import { type ApiError, because, invalid, referenceNotFound, withDetails } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { findIdentified, type IdentifiedUser } from '../users/index.ts';
import type { UserIdentity } from './schema.ts';

export async function identify(
  tx: Transaction,
  access: Pick<BinderAccess, 'partnerId' | 'binderId'>,
  actor: Actor,
  identities: readonly UserIdentity[],
  pathOf: (ordinal: number) => string,
): Promise<IdentifiedUser[]> {
  for (const [ordinal, identity] of identities.entries()) checkIdentity(identity, pathOf(ordinal));
  const users = await findUsers(tx, access, actor, identities);
  const ordinals = new Set(users.map(({ ordinal }) => ordinal));
  for (const [ordinal, identity] of identities.entries()) {
    if (!ordinals.has(ordinal)) throw unknownUser(pathOf(ordinal), identity);
  }
  return users;
}

/** A disabled member can be removed from the binder. Other disabled users are not found. */
export function findUsers(
  tx: Transaction,
  access: Pick<BinderAccess, 'partnerId' | 'binderId'>,
  actor: Actor,
  identities: readonly UserIdentity[],
): Promise<IdentifiedUser[]> {
  const inOrg = ({ id, unique_id, email, org_id = actor.orgId }: UserIdentity) =>
    id === undefined ? { unique_id, email, org_id } : { id };
  return findIdentified(tx, identities.map(inOrg), access);
}

export function checkIdentity(identity: UserIdentity, path: string): void {
  const identifiers = [identity.id, identity.unique_id, identity.email].filter(
    (value) => value !== undefined,
  );
  if (identifiers.length !== 1) throw invalid(path, 'must have exactly one of id, unique_id and email');
}

export function fieldOf(identity: UserIdentity): string {
  if (identity.id !== undefined) return 'id';
  if (identity.unique_id !== undefined) return 'unique_id';
  return identity.email === undefined ? 'id' : 'email';
}

export function unknownUser(path: string, identity: UserIdentity): ApiError {
  const message = withDetails(because('unknown_user'), `names no user: ${identifierOf(identity)}`);
  return referenceNotFound(path, message);
}

export function identifierOf(identity: UserIdentity): string {
  return identity.id ?? identity.unique_id ?? identity.email ?? '';
}
