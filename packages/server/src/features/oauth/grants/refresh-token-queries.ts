import { type Database, first } from '../../../storage/database.ts';
import type { MintedToken } from '../tokens/issue.ts';

export interface RefreshIssue {
  presented: Buffer;
  salt: Buffer;
  access: MintedToken;
  refresh: MintedToken;
  scope: string;
}

export interface IssueTimes {
  now: number;
  accessExpiresAt: number;
  refreshExpiresAt: number;
}

interface RefreshTokenRow extends Record<string, unknown> {
  family_id: string;
  client_id: string;
  scope: string;
  expires_at: number;
  rotated_at: number | null;
  /** Null before the rotation, and again after the successor has been rotated. */
  successor_salt: Buffer | null;
  is_active: boolean;
}

/**
 * A refresh token may appear only once in `issues`. Returns the granted scopes, keyed by the base64 hash of
 * the new access token.
 */
export async function rotate(
  db: Database,
  clientId: string,
  issues: readonly RefreshIssue[],
  { now, accessExpiresAt, refreshExpiresAt }: IssueTimes,
): Promise<Map<string, string>> {
  // A narrower scope applies only to the new access token.
  const rows = await db.query<{ hash: Buffer; scope: string }>(
    `WITH presented AS (
       SELECT given.*, r.family_id, r.predecessor
       FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[]) AS given (hash, salt, access, refresh, words)
       JOIN refresh_tokens r ON r.hash = given.hash
     ), family AS (
       SELECT p.*, f.client_id, f.user_id, array_to_string(scope.words, ' ') AS scope FROM presented p
       JOIN token_families f ON f.id = p.family_id AND f.client_id = $6 AND f.revoked_at IS NULL
       JOIN users u ON u.id = f.user_id AND u.disabled_at IS NULL
       JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
       CROSS JOIN LATERAL (SELECT ARRAY(SELECT word FROM unnest(string_to_array(f.scope, ' ')) AS word
         WHERE word = ANY (string_to_array(p.words, ' '))) AS words) scope
       WHERE scope.words <> '{}'
     ), used AS (
       UPDATE refresh_tokens r SET rotated_at = $7, successor_salt = family.salt FROM family
       WHERE r.hash = family.hash AND r.rotated_at IS NULL AND r.expires_at > $7
       RETURNING family.*
     ), ended AS (
       UPDATE refresh_tokens SET successor_salt = NULL WHERE hash IN (SELECT predecessor FROM used)
     ), stored AS (
       INSERT INTO refresh_tokens (hash, family_id, created_at, expires_at, predecessor)
       SELECT refresh, family_id, $7, $9, hash FROM used
     )
     INSERT INTO access_tokens (hash, family_id, client_id, user_id, scope, created_at, expires_at)
     SELECT access, family_id, client_id, user_id, scope, $7, $8 FROM used RETURNING hash, scope`,
    [
      issues.map(({ presented }) => presented),
      issues.map(({ salt }) => salt),
      issues.map(({ access }) => access.hash),
      issues.map(({ refresh }) => refresh.hash),
      issues.map(({ scope }) => scope),
      clientId,
      now,
      accessExpiresAt,
      refreshExpiresAt,
    ],
  );
  return new Map(rows.map(({ hash, scope }) => [hash.toString('base64'), scope]));
}

export function findIssued(
  db: Database,
  accessHash: Buffer,
  familyId: string,
  now: number,
): Promise<{ scope: string; created_at: number; expires_at: number } | undefined> {
  return first<{ scope: string; created_at: number; expires_at: number }>(
    db,
    `SELECT scope, created_at, expires_at FROM access_tokens WHERE hash = $1 AND family_id = $2 AND expires_at > $3`,
    [accessHash, familyId, now],
  );
}

export function findRefreshToken(db: Database, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  return first<RefreshTokenRow>(
    db,
    `SELECT r.family_id, f.client_id, f.scope, r.expires_at, r.rotated_at, r.successor_salt,
            f.revoked_at IS NULL AND u.disabled_at IS NULL AND o.disabled_at IS NULL AS is_active
     FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id
     JOIN users u ON u.id = f.user_id JOIN orgs o ON o.id = u.org_id
     WHERE r.hash = $1`,
    [hash],
  );
}

export async function revokeFamily(db: Database, familyId: string, now: number): Promise<void> {
  await db.query('UPDATE token_families SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
    familyId,
    now,
  ]);
}
