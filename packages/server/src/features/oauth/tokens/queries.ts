import { TOKEN_GRACE_MS } from '../../../http/index.ts';
import { type Database, first, hasRow } from '../../../storage/database.ts';

interface TokenHolderRow extends Record<string, unknown> {
  user_id: string;
  org_id: string;
  partner_id: string;
  client_id: string;
  is_bot: boolean;
  role: string;
  is_partner_admin: boolean;
  scope: string;
  /** An admin may have reduced this scope. */
  client_scope: string;
  expires_at: number;
}

/** A client of an org never acts as partner admin, because the org knows the client's secret. */
export function findTokenHolder(
  db: Database,
  hash: Buffer,
  now: number,
): Promise<TokenHolderRow | undefined> {
  return first<TokenHolderRow>(
    db,
    `SELECT t.user_id, u.org_id, u.partner_id, t.client_id, u.is_bot, u.role, t.scope,
       c.scope AS client_scope, t.expires_at,
       u.is_partner_admin AND c.org_id IS NULL AS is_partner_admin
     FROM access_tokens t
     JOIN users u ON u.id = t.user_id AND u.disabled_at IS NULL
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     JOIN clients c ON c.id = t.client_id AND c.disabled_at IS NULL
     LEFT JOIN token_families f ON f.id = t.family_id
     WHERE t.hash = $1 AND t.expires_at > $2 AND f.revoked_at IS NULL`,
    [hash, now],
  );
}

export interface ValidToken extends Record<string, unknown> {
  user_id: string;
  expires_at: number;
  is_member: boolean;
  has_binder: boolean;
}

/** Keyed by the index in `callers`. */
export async function findValidTokens(
  db: Database,
  callers: readonly { hash: Buffer; binderId: string | undefined; graceMs: number }[],
  now: number,
): Promise<Map<number, ValidToken>> {
  const rows = await db.query<ValidToken & { ordinal: number }>(
    `SELECT caller.ordinal, t.user_id, t.expires_at, b.id IS NOT NULL AS has_binder, m.user_id IS NOT NULL AS is_member
     FROM unnest($1::bytea[], $2::text[], $4::bigint[]) WITH ORDINALITY AS caller (hash, binder_id, grace_ms, ordinal)
     JOIN access_tokens t ON t.hash = caller.hash AND t.expires_at > $3 - caller.grace_ms
     JOIN users u ON u.id = t.user_id AND u.disabled_at IS NULL
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     JOIN clients c ON c.id = t.client_id AND c.disabled_at IS NULL
     LEFT JOIN token_families f ON f.id = t.family_id
     LEFT JOIN binders b ON b.id = caller.binder_id AND b.deleted_at IS NULL
     LEFT JOIN binder_members m ON m.binder_id = b.id AND m.user_id = t.user_id
     WHERE f.revoked_at IS NULL`,
    [
      callers.map(({ hash }) => hash),
      callers.map(({ binderId }) => binderId ?? null),
      now,
      callers.map(({ graceMs }) => graceMs),
    ],
  );
  return new Map(rows.map((row) => [row.ordinal - 1, row]));
}

export function deleteAccessToken(db: Database, hash: Buffer, clientId?: string): Promise<boolean> {
  return hasRow(
    db,
    'DELETE FROM access_tokens WHERE hash = $1 AND ($2::text IS NULL OR client_id = $2) RETURNING hash',
    [hash, clientId ?? null],
  );
}

/**
 * Keeps expired access tokens for twice the grace period, so that open connections can distinguish them from
 * revoked tokens.
 */
export async function deleteExpiredTokens(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM access_tokens WHERE expires_at < $1', [now - 2 * TOKEN_GRACE_MS]);
  await db.query('DELETE FROM refresh_tokens WHERE expires_at < $1', [now]);
  await db.query(
    `DELETE FROM token_families f WHERE f.created_at < $1
       AND NOT EXISTS (SELECT FROM access_tokens a WHERE a.family_id = f.id)
       AND NOT EXISTS (SELECT FROM refresh_tokens r WHERE r.family_id = f.id)`,
    [now - 24 * 60 * 60 * 1000],
  );
}
