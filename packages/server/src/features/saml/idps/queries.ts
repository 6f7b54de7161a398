import { type Database, first, hasRow } from '../../../storage/database.ts';

export interface IdpRow extends Record<string, unknown> {
  owner_id: string;
  idp_id: string;
  partner_id: string;
  /** Null for a partner's provider. */
  org_id: string | null;
  name: string;
  certificates: string[];
  sso_url: string;
  sso_binding: 'redirect' | 'post';
  sign_requests: boolean;
  allow_sha1: boolean;
  link_by_email: boolean;
  created_at: number;
}

export type IdpFields = Pick<
  IdpRow,
  'name' | 'certificates' | 'sso_url' | 'sso_binding' | 'sign_requests' | 'allow_sha1' | 'link_by_email'
>;

const columns =
  'owner_id, idp_id, partner_id, org_id, name, certificates, sso_url, sso_binding, sign_requests, allow_sha1, link_by_email, created_at';

export function findIdps(db: Database, ownerId: string): Promise<IdpRow[]> {
  return db.query<IdpRow>(
    `SELECT ${columns} FROM saml_idps WHERE owner_id = $1 ORDER BY idp_id COLLATE "C"`,
    [ownerId],
  );
}

export function findIdp(db: Database, ownerId: string, idpId: string): Promise<IdpRow | undefined> {
  return first<IdpRow>(db, `SELECT ${columns} FROM saml_idps WHERE owner_id = $1 AND idp_id = $2`, [
    ownerId,
    idpId,
  ]);
}

export function insertIdp(db: Database, row: IdpRow): Promise<boolean> {
  return hasRow(
    db,
    `INSERT INTO saml_idps (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT DO NOTHING RETURNING idp_id`,
    [
      row.owner_id,
      row.idp_id,
      row.partner_id,
      row.org_id,
      row.name,
      row.certificates,
      row.sso_url,
      row.sso_binding,
      row.sign_requests,
      row.allow_sha1,
      row.link_by_email,
      row.created_at,
    ],
  );
}

export function updateIdp(
  db: Database,
  ownerId: string,
  idpId: string,
  change: { [name in keyof IdpFields]?: IdpFields[name] | undefined },
): Promise<IdpRow | undefined> {
  return first<IdpRow>(
    db,
    `UPDATE saml_idps SET name = coalesce($3, name), certificates = coalesce($4, certificates),
       sso_url = coalesce($5, sso_url), allow_sha1 = coalesce($6, allow_sha1), link_by_email = coalesce($7, link_by_email),
       sso_binding = coalesce($8, sso_binding), sign_requests = coalesce($9, sign_requests)
     WHERE owner_id = $1 AND idp_id = $2 RETURNING ${columns}`,
    [
      ownerId,
      idpId,
      change.name ?? null,
      change.certificates ?? null,
      change.sso_url ?? null,
      change.allow_sha1 ?? null,
      change.link_by_email ?? null,
      change.sso_binding ?? null,
      change.sign_requests ?? null,
    ],
  );
}

export function deleteIdp(db: Database, ownerId: string, idpId: string): Promise<boolean> {
  return hasRow(db, 'DELETE FROM saml_idps WHERE owner_id = $1 AND idp_id = $2 RETURNING idp_id', [
    ownerId,
    idpId,
  ]);
}
