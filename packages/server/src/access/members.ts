import type { Database } from '../storage/database.ts';
import { type BinderNeed, rolesFor } from './binder.ts';

/** Those of the users who are members of the binder. */
export async function findMembersAmong(
  db: Database,
  binderId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ user_id: string }>(
    'SELECT user_id FROM binder_members WHERE binder_id = $1 AND user_id = ANY($2)',
    [binderId, userIds],
  );
  return new Set(rows.map((row) => row.user_id));
}

/**
 * An SQL condition: a person is still a member of a binder who may do what a link or an invitation of theirs does, and
 * neither they nor their org is disabled. What somebody gave to others ends with their own right to give it.
 * @param userId an SQL expression, as is `binderId`
 */
export function isStillMember(userId: string, binderId: string, need: BinderNeed): string {
  return `EXISTS (SELECT FROM binder_members giver JOIN users giver_user ON giver_user.id = giver.user_id
    JOIN orgs giver_org ON giver_org.id = giver_user.org_id
    WHERE giver.binder_id = ${binderId} AND giver.user_id = ${userId} AND giver.role IN ${rolesFor[need]}
      AND giver_user.disabled_at IS NULL AND giver_org.disabled_at IS NULL)`;
}
