import { type Because, because, forbidden, notFound } from '../errors.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { PositionQuery } from '../storage/replica.ts';
import type { Actor } from './actor.ts';

export type BinderRole = 'owner' | 'editor' | 'viewer';

export type BinderNeed = 'read' | 'write' | 'own';

/** Only code in this folder creates a BinderAccess, so a value proves that the access was checked. */
export interface BinderAccess {
  readonly binderId: string;
  readonly orgId: string;
  readonly partnerId: string;
  readonly role: BinderRole;
}

export interface MembershipRow extends Record<string, unknown> {
  member_role: BinderRole | null;
}

/** $1 is the binder id and $2 the user id. The caller passes the row to `requireRole`. */
export const binderMembership = `membership AS (
  SELECT b.id, b.org_id, b.partner_id, m.role
  FROM binders b LEFT JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $2
  WHERE b.id = $1 AND b.deleted_at IS NULL)`;

/**
 * $1 and $2 are text[] of binder and user ids. `ordinal` counts from 1.
 * The result has no row for a missing binder.
 * `extraColumns` are SQL arrays as long as `$1`.
 */
export function binderMemberships(extraColumns: Record<string, string>): string {
  const names = ['binder_id', 'user_id', ...Object.keys(extraColumns)];
  // A join would read all members of the binders. MATERIALIZED reads each binder once.
  return `binder AS MATERIALIZED (
    SELECT id, access_version FROM binders WHERE id = ANY($1::text[]) AND deleted_at IS NULL
  ), membership AS MATERIALIZED (
    SELECT caller.*, binder.access_version,
      (SELECT role FROM binder_members WHERE binder_id = caller.binder_id AND user_id = caller.user_id) AS role
    FROM unnest(${['$1::text[]', '$2::text[]', ...Object.values(extraColumns)].join(', ')})
      WITH ORDINALITY AS caller (${names.join(', ')}, ordinal)
    JOIN binder ON binder.id = caller.binder_id)`;
}

/**
 * A database replica at this position has every acknowledged entry and the current members, but possibly
 * outdated names.
 */
export function binderPosition(binderId: string): PositionQuery {
  return {
    text: 'SELECT seq, access_version FROM binders WHERE id = $1 AND deleted_at IS NULL',
    values: [binderId],
  };
}

export const rolesFor: Record<BinderNeed, string> = {
  read: `('owner', 'editor', 'viewer')`,
  write: `('owner', 'editor')`,
  own: `('owner')`,
};

const RANK: Record<BinderRole, number> = { viewer: 1, editor: 2, owner: 3 };
const NEEDED_RANK: Record<BinderNeed, number> = { read: 1, write: 2, own: 3 };
const REFUSALS: Record<BinderNeed, Because> = {
  read: because('members_only'),
  write: because('write_access_needed'),
  own: because('owner_only'),
};

export function requireRole(row: MembershipRow | undefined, binderId: string, need: BinderNeed): BinderRole {
  if (!row) throw notFound('binder', binderId);
  if (!row.member_role) throw forbidden(REFUSALS.read);
  if (RANK[row.member_role] < NEEDED_RANK[need]) throw forbidden(REFUSALS[need]);
  return row.member_role;
}

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

/** The lock keeps the role valid until the commit. Throws the errors of `accessBinder`. */
export async function lockBinderFor(
  tx: Transaction,
  actor: Pick<Actor, 'userId'>,
  binderId: string,
  need: BinderNeed,
): Promise<BinderAccess> {
  // Locks in a separate statement, so that `accessBinder` sees the commit of the previous lock holder.
  await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
  return accessBinder(tx, actor, binderId, need);
}

export interface MemberOrAdminAccess {
  readonly binderId: string;
  readonly orgId: string;
  readonly partnerId: string;
  readonly role: BinderRole | null;
  readonly isAdmin: boolean;
}

/** Admins of the binder's org or partner need no role. */
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
