import type { BinderRole } from '../../access/index.ts';
import type { Database } from '../../storage/database.ts';
import type { UserIdentity } from './schema.ts';

/** A user that an identity named, and the role it already has in the binder, if any. */
export interface IdentifiedUser extends Record<string, unknown> {
  /** Place of the identity in the list. */
  place: number;
  id: string;
  name: string;
  org_id: string;
  role: BinderRole | null;
}

/**
 * Finds the users that identities name, within one partner. An identity that names nobody has no row, and nor has one
 * that names a disabled user, unless it is a member: it can be taken out still.
 * @param ownOrgId the org of unique ids and e-mail addresses that come without one
 */
export function findIdentified(
  db: Database,
  identities: readonly UserIdentity[],
  within: { binderId: string; partnerId: string; ownOrgId: string },
): Promise<IdentifiedUser[]> {
  return db.query<IdentifiedUser>(
    `SELECT asked.place - 1 AS place, u.id, u.name, u.org_id, m.role
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS asked (id, unique_id, email, org_id, place)
     JOIN users u ON (u.id = asked.id)
       OR (u.org_id = asked.org_id AND u.unique_id = asked.unique_id)
       OR (u.org_id = asked.org_id AND lower(u.email) = lower(asked.email))
     LEFT JOIN binder_members m ON m.binder_id = $5 AND m.user_id = u.id
     WHERE u.partner_id = $6 AND (u.disabled_at IS NULL OR m.role IS NOT NULL) ORDER BY asked.place`,
    [
      identities.map((identity) => identity.id ?? null),
      identities.map((identity) => identity.unique_id ?? null),
      identities.map((identity) => identity.email ?? null),
      identities.map((identity) => identity.org_id ?? within.ownOrgId),
      within.binderId,
      within.partnerId,
    ],
  );
}

/** Adds members with their roles. */
export async function insertMembers(
  db: Database,
  binderId: string,
  members: readonly { userId: string; role: BinderRole }[],
  at: number,
): Promise<void> {
  await db.query(
    `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at, read_id)
     SELECT $1, added.user_id, added.role, $4, $4, b.next_id - 1
     FROM unnest($2::text[], $3::text[]) AS added (user_id, role), binders b WHERE b.id = $1`,
    [binderId, members.map(({ userId }) => userId), members.map(({ role }) => role), at],
  );
}

/** Takes a member out, and has what was judged before judged again. */
export async function deleteMember(db: Database, binderId: string, userId: string): Promise<void> {
  await db.query(
    `WITH changed AS (UPDATE binders SET access_version = access_version + 1 WHERE id = $1)
     DELETE FROM binder_members WHERE binder_id = $1 AND user_id = $2`,
    [binderId, userId],
  );
}

/** Gives a member another role, and has what was judged before judged again. */
export async function updateRole(
  db: Database,
  binderId: string,
  userId: string,
  role: BinderRole,
  at: number,
): Promise<void> {
  await db.query(
    `WITH changed AS (UPDATE binders SET access_version = access_version + 1 WHERE id = $1)
     UPDATE binder_members SET role = $3, updated_at = $4 WHERE binder_id = $1 AND user_id = $2`,
    [binderId, userId, role, at],
  );
}

/** Writes down who owns the binder. */
export async function updateOwner(db: Database, binderId: string, ownerId: string): Promise<void> {
  await db.query('UPDATE binders SET owner_id = $2 WHERE id = $1', [binderId, ownerId]);
}
