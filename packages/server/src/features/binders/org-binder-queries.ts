import type { Database } from '../../storage/database.ts';
import { hasPart } from '../../storage/has-part.ts';

export interface OrgBinderRow extends Record<string, unknown> {
  id: string;
  name: string;
  conversation: boolean;
  owner_id: string;
  owner_name: string;
  is_owner_disabled: boolean;
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
  of: { orgId: string; userId: string | null; q?: string | undefined },
  after: { createdAt: number; id: string },
  limit: number,
): Promise<OrgBinderRow[]> {
  const ofUser = of.userId === null ? '' : 'JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $6';
  return db.query<OrgBinderRow>(
    `SELECT b.id, b.name, b.conversation, b.owner_id, b.created_at, b.updated_at,
       owner.name AS owner_name, owner.disabled_at IS NOT NULL AS is_owner_disabled,
       (SELECT count(*) FROM binder_members WHERE binder_id = b.id) AS total_members,
       (SELECT count(*) FROM pages WHERE binder_id = b.id AND deleted_at IS NULL) AS total_pages
     FROM binders b JOIN users owner ON owner.id = b.owner_id ${ofUser}
     WHERE b.org_id = $1 AND b.deleted_at IS NULL AND (b.created_at, b.id) > ($2, $3) AND ${hasPart('$5', 'b.name', 'owner.name')}
     ORDER BY b.created_at, b.id LIMIT $4`,
    [of.orgId, after.createdAt, after.id, limit, of.q ?? null, ...(of.userId === null ? [] : [of.userId])],
  );
}
