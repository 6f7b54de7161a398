import { forbidden, notFound } from '../errors.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { PositionQuery } from '../storage/replica.ts';
import type { Actor } from './actor.ts';

export type BinderRole = 'owner' | 'editor' | 'viewer';

export type BinderNeed = 'read' | 'write' | 'own';

/** Proof that the caller may do in the binder what was asked for. Only this folder makes one. */
export interface BinderAccess {
  readonly binderId: string;
  readonly orgId: string;
  readonly partnerId: string;
  readonly role: BinderRole;
}

/** What the access check reads of one binder and one user: `member_role` is null for someone who is not a member. */
export interface MembershipRow extends Record<string, unknown> {
  member_role: BinderRole | null;
}

/**
 * The access check as the first common table expression of a statement, for operations that want it and their work in one round trip:
 * `WITH ${binderMembership} SELECT … FROM membership …` with $1 the binder id and $2 the user id. No row: no such binder.
 * Whoever uses it gives the row (or its absence) to `requireRole` and reads or writes under `membership.role` only.
 */
export const binderMembership = `membership AS (
  SELECT b.id, b.org_id, b.partner_id, m.role
  FROM binders b LEFT JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $2
  WHERE b.id = $1 AND b.deleted_at IS NULL)`;

/**
 * The access check for several callers of one or more binders, for operations that do in one statement what several callers wait
 * for: $1 a text[] of binder ids, $2 a text[] of user ids. `membership` has a row for each caller whose binder is there,
 * numbered from 1 in `ordinal`.
 * @param brought what else each brings along: a name, and an SQL expression of an array as long as `$1`
 */
export function binderMemberships(brought: Record<string, string>): string {
  const names = ['binder_id', 'user_id', ...Object.keys(brought)];
  // Each binder is looked up once. The role by a subquery: joined, the planner would read all members. Materialized: read once.
  return `binder AS MATERIALIZED (
    SELECT id, access_version FROM binders WHERE id = ANY($1::text[]) AND deleted_at IS NULL
  ), membership AS MATERIALIZED (
    SELECT caller.*, binder.access_version,
      (SELECT role FROM binder_members WHERE binder_id = caller.binder_id AND user_id = caller.user_id) AS role
    FROM unnest(${['$1::text[]', '$2::text[]', ...Object.values(brought)].join(', ')})
      WITH ORDINALITY AS caller (${names.join(', ')}, ordinal)
    JOIN binder ON binder.id = caller.binder_id)`;
}

/**
 * How far a binder is, for `readOnReplica`: whoever has this has all that was acknowledged in the binder, and who its members are. No
 * row: no such binder. Names of people are no part of it.
 */
export function binderPosition(binderId: string): PositionQuery {
  return {
    text: 'SELECT seq, access_version FROM binders WHERE id = $1 AND deleted_at IS NULL',
    values: [binderId],
  };
}

/** The roles that satisfy a need, as SQL to put after `role IN`. */
export const rolesFor: Record<BinderNeed, string> = {
  read: `('owner', 'editor', 'viewer')`,
  write: `('owner', 'editor')`,
  own: `('owner')`,
};

const RANK: Record<BinderRole, number> = { viewer: 1, editor: 2, owner: 3 };
const NEEDED_RANK: Record<BinderNeed, number> = { read: 1, write: 2, own: 3 };
const REFUSALS: Record<BinderNeed, string> = {
  read: 'only members of the binder may read it',
  write: 'only the owner and members of type BOARD_READ_WRITE may change the binder',
  own: 'only the owner of the binder may do this',
};

/** Throws not found when the binder is not there, forbidden when the role does not satisfy the need. */
export function requireRole(row: MembershipRow | undefined, binderId: string, need: BinderNeed): BinderRole {
  if (!row) throw notFound('binder', binderId);
  if (!row.member_role) throw forbidden(REFUSALS.read);
  if (RANK[row.member_role] < NEEDED_RANK[need]) throw forbidden(REFUSALS[need]);
  return row.member_role;
}

/**
 * The access check for a binder. Throws not found when it does not exist (or was deleted), forbidden when the caller's
 * role in it does not satisfy `need`.
 */
export async function accessBinder(
  db: Database,
  actor: Pick<Actor, 'userId'>,
  binderId: string,
  need: BinderNeed,
): Promise<BinderAccess> {
  const [row] = await db.query<MembershipRow & { org_id: string; partner_id: string }>(
    `WITH ${binderMembership} SELECT role AS member_role, org_id, partner_id FROM membership`,
    [binderId, actor.userId],
  );
  const role = requireRole(row, binderId, need);
  return { binderId, role, orgId: row?.org_id ?? '', partnerId: row?.partner_id ?? '' };
}

/**
 * The access check for a change of several statements: takes the row lock of the binder first, so that the role it finds still
 * holds when the transaction commits, and whoever holds the lock is alone in changing the binder. Throws like `accessBinder`.
 */
export async function lockBinderFor(
  tx: Transaction,
  actor: Pick<Actor, 'userId'>,
  binderId: string,
  need: BinderNeed,
): Promise<BinderAccess> {
  // Two statements: the second one's snapshot includes what the transaction we waited for has committed.
  await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
  return accessBinder(tx, actor, binderId, need);
}

/** Proof that the caller may change something in a binder: as a member, as an admin of its org or partner, or as both. */
export interface MemberOrAdminAccess {
  readonly binderId: string;
  readonly orgId: string;
  readonly partnerId: string;
  /** The role whose need is satisfied; null for somebody who may do it as an admin alone. */
  readonly role: BinderRole | null;
  readonly isAdmin: boolean;
}

/** As `lockBinderFor`, also for an admin of the binder's org or partner, whatever their role is, or none. */
export async function lockBinderForMemberOrAdmin(
  tx: Transaction,
  actor: Actor,
  binderId: string,
  need: BinderNeed,
): Promise<MemberOrAdminAccess> {
  await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
  const [row] = await tx.query<MembershipRow & { org_id: string; partner_id: string }>(
    `WITH ${binderMembership} SELECT role AS member_role, org_id, partner_id FROM membership`,
    [binderId, actor.userId],
  );
  if (!row) throw notFound('binder', binderId);
  const { org_id: orgId, partner_id: partnerId, member_role } = row;
  const isAdmin =
    (actor.isOrgAdmin && actor.orgId === orgId) || (actor.isPartnerAdmin && actor.partnerId === partnerId);
  const isEnough = member_role !== null && RANK[member_role] >= NEEDED_RANK[need];
  const role = isAdmin && !isEnough ? null : requireRole(row, binderId, need);
  return { binderId, orgId, partnerId, role, isAdmin };
}
