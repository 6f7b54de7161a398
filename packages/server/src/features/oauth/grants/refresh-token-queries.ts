import type { Database } from '../../../storage/database.ts';
import type { MintedToken } from '../tokens/issue.ts';

/** A pair of tokens to issue for a presented refresh token. Times in milliseconds. */
export interface RefreshIssue {
  presented: Buffer;
  /** What the new pair was derived with. */
  salt: Buffer;
  clientId: string;
  access: MintedToken;
  refresh: MintedToken;
  /** The words that the access token may have of the family's scope. */
  scopeWords: string[];
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
  /** With which its successors were derived; null before there are any, and when one was used. */
  successor_salt: Buffer | null;
  /** Family, user and org are neither revoked nor disabled. */
  counts: boolean;
}

// A family that counts: not revoked, of this client, its user and org enabled, with something left of its scope.
// Used after `WITH`. The family keeps its whole scope, so the next refresh may ask for all of it again.
const countingFamily = `family AS (
  SELECT f.id, f.client_id, f.user_id, array_to_string(given.words, ' ') AS scope FROM token_families f
  JOIN users u ON u.id = f.user_id AND u.disabled_at IS NULL
  JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
  CROSS JOIN LATERAL (SELECT ARRAY(
    SELECT word FROM unnest(string_to_array(f.scope, ' ')) AS word WHERE word = ANY ($8::text[])) AS words) given
  WHERE f.id = (SELECT family_id FROM presented) AND f.client_id = $2 AND f.revoked_at IS NULL
    AND given.words <> '{}'
)`;

const storePair = `, stored AS (
  INSERT INTO refresh_tokens (hash, family_id, created_at, expires_at, predecessor)
  SELECT $4, id, $5, $7, $1 FROM issuing
)
INSERT INTO access_tokens (hash, family_id, client_id, user_id, scope, created_at, expires_at)
SELECT $3, id, client_id, user_id, scope, $5, $6 FROM issuing RETURNING scope`;

/**
 * Uses up the presented token, stores the new pair, and ends the grace of the token before it: all in one statement. Gives
 * the scope; undefined when it was not there to use.
 */
export async function rotate(db: Database, issue: RefreshIssue): Promise<string | undefined> {
  const [row] = await db.query<{ scope: string }>(
    `WITH presented AS (SELECT family_id, predecessor FROM refresh_tokens WHERE hash = $1), ${countingFamily}, used AS (
       UPDATE refresh_tokens SET rotated_at = $5, successor_salt = $9
       WHERE hash = $1 AND rotated_at IS NULL AND expires_at > $5 AND EXISTS (SELECT FROM family)
       RETURNING family_id
     ), ended AS (
       UPDATE refresh_tokens SET successor_salt = NULL
       WHERE hash = (SELECT predecessor FROM presented) AND EXISTS (SELECT FROM used)
     ), issuing AS (SELECT family.* FROM family JOIN used ON used.family_id = family.id)${storePair}`,
    values(issue),
  );
  return row?.scope;
}

/** The access token that was issued for a refresh token, while it counts. Times in milliseconds. */
export async function findIssued(
  db: Database,
  accessHash: Buffer,
  familyId: string,
  now: number,
): Promise<{ scope: string; created_at: number; expires_at: number } | undefined> {
  const [row] = await db.query<{ scope: string; created_at: number; expires_at: number }>(
    `SELECT scope, created_at, expires_at FROM access_tokens WHERE hash = $1 AND family_id = $2 AND expires_at > $3`,
    [accessHash, familyId, now],
  );
  return row;
}

function values(issue: RefreshIssue): unknown[] {
  const { presented, clientId, access, refresh, scopeWords, now, accessExpiresAt, refreshExpiresAt, salt } =
    issue;
  const tokens = [access.hash, refresh.hash, now, accessExpiresAt, refreshExpiresAt];
  return [presented, clientId, ...tokens, scopeWords, salt];
}

/** A refresh token and whether what it came of still counts. */
export async function findRefreshToken(db: Database, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  const [row] = await db.query<RefreshTokenRow>(
    `SELECT r.family_id, f.client_id, f.scope, r.expires_at, r.rotated_at, r.successor_salt,
            f.revoked_at IS NULL AND u.disabled_at IS NULL AND o.disabled_at IS NULL AS counts
     FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id
     JOIN users u ON u.id = f.user_id JOIN orgs o ON o.id = u.org_id
     WHERE r.hash = $1`,
    [hash],
  );
  return row;
}

/** Revokes all that came of one authorisation. */
export async function revokeFamily(db: Database, familyId: string, now: number): Promise<void> {
  await db.query('UPDATE token_families SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
    familyId,
    now,
  ]);
}
