import type { Database } from '../../storage/database.ts';
import { markingUsers } from '../../storage/user-changes.ts';

export async function findPartnerOf(db: Database, orgId: string): Promise<string | undefined> {
  const [row] = await db.query<{ partner_id: string }>('SELECT partner_id FROM orgs WHERE id = $1', [orgId]);
  return row?.partner_id;
}

export async function findBinderIds(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM binders WHERE org_id = $1 AND deleted_at IS NULL ORDER BY created_at, id',
    [orgId],
  );
  return rows.map(({ id }) => id);
}

export function findPeopleOf(db: Database, orgId: string): Promise<Record<string, unknown>[]> {
  return db.query(
    `SELECT id, email, unique_id, name, first_name, last_name, language, default_language, timezone, title, working_hours, role,
       disabled_at IS NOT NULL AS disabled
     FROM users WHERE org_id = $1 AND NOT is_bot ORDER BY id`,
    [orgId],
  );
}

/** Omits an email address or a unique id that another user has. A new user who then has neither is disabled. */
export async function insertPeople(
  db: Database,
  people: string,
  { orgId, partnerId, at }: { orgId: string; partnerId: string; at: number },
): Promise<void> {
  await db.query(
    markingUsers(`INSERT INTO users (id, partner_id, org_id, email, unique_id, name, first_name, last_name, language, default_language,
       timezone, title, working_hours, role, created_at, updated_at, disabled_at)
     SELECT p.id, $2, o.id, free.email, free.unique_id, p.name, p.first_name, p.last_name, coalesce(chosen.language, o.language),
       CASE WHEN chosen.language IS NULL THEN o.language END, p.timezone, coalesce(p.title, ''),
       p.working_hours, p.role, $4, $4,
       CASE WHEN disabled OR (free.email IS NULL AND free.unique_id IS NULL) THEN $4::bigint END
     FROM jsonb_to_recordset($1::jsonb) AS p (id text, email text, unique_id text, name text, first_name text,
       last_name text, language text, default_language text, timezone text, title text, working_hours jsonb, role text, disabled boolean)
     CROSS JOIN LATERAL (SELECT
       CASE WHEN NOT EXISTS (SELECT FROM users u WHERE u.org_id = $3 AND lower(u.email) = lower(p.email)) THEN p.email END AS email,
       CASE WHEN NOT EXISTS (SELECT FROM users u WHERE u.org_id = $3 AND u.unique_id = p.unique_id) THEN p.unique_id END AS unique_id
     ) free
     CROSS JOIN LATERAL (SELECT CASE WHEN p.language IS DISTINCT FROM p.default_language THEN p.language END AS language) chosen
     JOIN orgs o ON o.id = $3
     ORDER BY p.id ON CONFLICT (id) DO NOTHING`),
    [people, partnerId, orgId, at],
  );
}
