import type { Database } from '../../storage/database.ts';

export interface AuditRow extends Record<string, unknown> {
  id: number;
  at: number;
  actor_id: string;
  actor_name: string;
  partner_id: string;
  org_id: string | null;
  action: string;
  target: string;
  target_name: string | null;
  details: Record<string, unknown>;
  address: string;
}

export interface AuditFilter {
  actor_id?: string;
  action?: string;
  target?: string;
  from?: number;
  until?: number;
}

/** A deleted target keeps its recorded name. For a token or session, this is the user's name. */
const TARGET_NAME = `nullif(coalesce(
  CASE split_part(a.action, '.', 1)
    WHEN 'user' THEN (SELECT name FROM users WHERE id = a.target)
    WHEN 'org' THEN (SELECT name FROM orgs WHERE id = a.target)
    WHEN 'partner' THEN (SELECT name FROM partners WHERE id = a.target)
    WHEN 'client' THEN (SELECT name FROM clients WHERE id = a.target)
    WHEN 'binder' THEN (SELECT name FROM binders WHERE id = a.target)
    WHEN 'bot' THEN (SELECT name FROM clients WHERE id = a.target)
    WHEN 'audit' THEN coalesce((SELECT name FROM orgs WHERE id = a.target), (SELECT name FROM partners WHERE id = a.target))
    WHEN 'idp' THEN (SELECT name FROM saml_idps WHERE owner_id = coalesce(a.org_id, a.partner_id) AND idp_id = a.target)
    ELSE (SELECT name FROM users WHERE id = a.details->>'user_id')
  END, a.details->>'name'), '')`;

const ENTRIES = `SELECT a.id, a.at, a.actor_id, coalesce(u.name, '') AS actor_name, a.partner_id, a.org_id, a.action, a.target,
    ${TARGET_NAME} AS target_name, a.details, a.address
  FROM audit_entries a LEFT JOIN users u ON u.id = a.actor_id`;

export function findEntriesBetween(
  db: Pick<Database, 'query'>,
  after: number,
  upTo: number,
  limit: number,
): Promise<AuditRow[]> {
  return db.query<AuditRow>(
    `${ENTRIES} WHERE a.id > $1::bigint AND a.id <= $2::bigint ORDER BY a.id LIMIT $3::bigint`,
    [after, upTo, limit],
  );
}

export function findAuditEntries(
  db: Database,
  of: { orgId: string } | { partnerId: string },
  filter: AuditFilter,
  before: number,
  limit: number,
): Promise<AuditRow[]> {
  const [column, id] = 'orgId' in of ? ['org_id', of.orgId] : ['partner_id', of.partnerId];
  return db.query<AuditRow>(
    `${ENTRIES}
     WHERE a.${column} = $1 AND a.id < $2
       AND ($3::text IS NULL OR a.actor_id = $3)
       AND ($4::text IS NULL OR a.action = $4 OR split_part(a.action, '.', 1) = $4)
       AND ($5::text IS NULL OR a.target = $5)
       AND ($6::bigint IS NULL OR a.at >= $6) AND ($7::bigint IS NULL OR a.at < $7)
     ORDER BY a.id DESC LIMIT $8`,
    [
      id,
      before,
      filter.actor_id ?? null,
      filter.action ?? null,
      filter.target ?? null,
      filter.from ?? null,
      filter.until ?? null,
      limit,
    ],
  );
}
