import type { BinderRole } from '../../access/index.ts';
import { archiveRowVersions } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

export async function insertMembers(
  db: Database,
  binderId: string,
  members: readonly { userId: string; role: BinderRole }[],
  at: number,
): Promise<void> {
  await db.query(
    `WITH kept AS (${archiveRowVersions('binder_members', '$2::text[]')})
     INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at, read_id)
     SELECT $1, added.user_id, added.role, $4, $4, b.next_id - 1
     FROM unnest($2::text[], $3::text[]) AS added (user_id, role), binders b WHERE b.id = $1`,
    [binderId, members.map(({ userId }) => userId), members.map(({ role }) => role), at],
  );
}

export async function deleteMember(db: Database, binderId: string, userId: string): Promise<void> {
  await db.query(
    `WITH changed AS (UPDATE binders SET access_version = access_version + 1 WHERE id = $1),
       kept AS (${archiveRowVersions('binder_members', 'ARRAY[$2::text]')})
     DELETE FROM binder_members WHERE binder_id = $1 AND user_id = $2`,
    [binderId, userId],
  );
}

export async function updateRole(
  db: Database,
  binderId: string,
  userId: string,
  role: BinderRole,
  at: number,
): Promise<void> {
  await db.query(
    `WITH changed AS (UPDATE binders SET access_version = access_version + 1 WHERE id = $1),
       kept AS (${archiveRowVersions('binder_members', 'ARRAY[$2::text]')})
     UPDATE binder_members SET role = $3, updated_at = $4 WHERE binder_id = $1 AND user_id = $2`,
    [binderId, userId, role, at],
  );
}

export async function updateOwner(db: Database, binderId: string, ownerId: string): Promise<void> {
  await db.query('UPDATE binders SET owner_id = $2 WHERE id = $1', [binderId, ownerId]);
}

export async function findOwner(db: Database, binderId: string): Promise<{ id: string; name: string }> {
  const [owner] = await db.query<{ id: string; name: string }>(
    'SELECT u.id, u.name FROM binders b JOIN users u ON u.id = b.owner_id WHERE b.id = $1',
    [binderId],
  );
  if (!owner) throw new Error(`binder ${binderId} has no owner`);
  return owner;
}
