import type { Database } from '../../storage/database.ts';

export interface OrgBinderRow extends Record<string, unknown> {
  id: string;
  name: string;
  conversation: boolean;
  owner_id: string;
  owner_name: string;
  total_members: number;
  total_pages: number;
  created_at: number;
  updated_at: number;
}

export async function findUserOfOrg(
  db: Database,
  orgId: string,
  idOrEmail: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'SELECT id FROM users WHERE org_id = $1 AND (id = $2 OR lower(email) = lower($2))',
    [orgId, idOrEmail],
  );
  return row?.id;
}

export function findOrgBinders(
  db: Database,
  of: { orgId: string; userId: string | null },
  after: { createdAt: number; id: string },
  limit: number,
): Promise<OrgBinderRow[]> {
  const ofUser = of.userId === null ? '' : 'JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $5';
  return db.query<OrgBinderRow>(
    `SELECT b.id, b.name, b.conversation, b.owner_id, b.created_at, b.updated_at,
       (SELECT name FROM users WHERE id = b.owner_id) AS owner_name,
       (SELECT count(*) FROM binder_members WHERE binder_id = b.id) AS total_members,
       (SELECT count(*) FROM pages WHERE binder_id = b.id AND deleted_at IS NULL) AS total_pages
     FROM binders b ${ofUser}
     WHERE b.org_id = $1 AND b.deleted_at IS NULL AND (b.created_at, b.id) > ($2, $3)
     ORDER BY b.created_at, b.id LIMIT $4`,
    [of.orgId, after.createdAt, after.id, limit, ...(of.userId === null ? [] : [of.userId])],
  );
}
