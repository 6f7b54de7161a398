import type { Database } from '../../../storage/database.ts';
import type { IdpRow } from '../idps/queries.ts';

export interface SignOnProvider extends Pick<IdpRow, 'idp_id' | 'partner_id' | 'org_id' | 'name'> {
  client_org_id: string | null;
}

const MAX_LISTED = 20;

/**
 * Without a client, returns providers only if the server has a single partner, because this public list would
 * reveal customers.
 */
export function listSignOnProviders(
  db: Database,
  { clientId, orgId }: { clientId: string | null; orgId: string | null },
): Promise<SignOnProvider[]> {
  return db.query<SignOnProvider & Record<string, unknown>>(
    `SELECT i.idp_id, i.partner_id, i.org_id, i.name, c.org_id AS client_org_id FROM saml_idps i
     LEFT JOIN orgs o ON o.id = i.org_id
     LEFT JOIN clients c ON c.id = $1
     WHERE i.sso_url <> '' AND o.disabled_at IS NULL AND CASE
       WHEN c.id IS NOT NULL THEN i.partner_id = c.partner_id AND (i.org_id IS NULL OR i.org_id IN (c.org_id, $2))
       ELSE i.org_id IS NULL AND (SELECT count(*) FROM (SELECT FROM partners LIMIT 2) few) = 1 END
     ORDER BY i.org_id IS NULL, lower(coalesce(nullif(i.name, ''), i.idp_id)), i.idp_id LIMIT ${MAX_LISTED}`,
    [clientId, orgId],
  );
}

export function nameOf({ name, idp_id }: Pick<IdpRow, 'name' | 'idp_id'>): string {
  return name || URL.parse(idp_id)?.host || idp_id;
}

export function findSignOnProviders(
  db: Database,
  owner: { orgId: string | null } | { partnerId: string },
  idpId: string | null,
): Promise<IdpRow[]> {
  const [kind, id] = 'partnerId' in owner ? ['IS NULL', owner.partnerId] : ['IS NOT NULL', owner.orgId];
  return db.query<IdpRow>(
    `SELECT * FROM saml_idps WHERE owner_id = $1 AND org_id ${kind} AND sso_url <> '' AND ($2::text IS NULL OR idp_id = $2) LIMIT 2`,
    [id, idpId],
  );
}

export async function findOwnOrg(db: Database, partnerId: string): Promise<string | undefined> {
  const [row] = await db.query<{ default_org_id: string | null }>(
    'SELECT default_org_id FROM partners WHERE id = $1',
    [partnerId],
  );
  return row?.default_org_id ?? undefined;
}
