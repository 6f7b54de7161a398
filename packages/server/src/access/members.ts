import type { Database } from '../storage/database.ts';

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
