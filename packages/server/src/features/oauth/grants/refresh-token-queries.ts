import type { Database } from '../../../storage/database.ts';
import type { MintedToken } from '../tokens/issue.ts';

/** A pair of tokens to issue for a presented refresh token. Times in milliseconds. */
export interface RefreshIssue {
  presented: Buffer;
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
  INSERT INTO refresh_tokens (hash, family_id, created_at, expires_at)
  SELECT $4, id, $5, $7 FROM issuing
)
INSERT INTO access_tokens (hash, family_id, client_id, user_id, scope, created_at, expires_at)
SELECT $3, id, client_id, user_id, scope, $5, $6 FROM issuing RETURNING scope`;

/** Uses up the presented token and stores the new pair in one statement. Gives the scope; undefined when it was not there to use. */
export async function rotate(db: Database, issue: RefreshIssue): Promise<string | undefined> {
  const [row] = await db.query<{ scope: string }>(
    `WITH presented AS (SELECT family_id FROM refresh_tokens WHERE hash = $1), ${countingFamily}, used AS (
       UPDATE refresh_tokens SET rotated_at = $5
       WHERE hash = $1 AND rotated_at IS NULL AND expires_at > $5 AND EXISTS (SELECT FROM family)
       RETURNING family_id
     ), issuing AS (SELECT family.* FROM family JOIN used ON used.family_id = family.id)${storePair}`,
    values(issue),
  );
  return row?.scope;
}

/** Stores another pair in a family, for a retry within the grace. Gives the scope; undefined when the family does not count. */
export async function issueInFamily(
  db: Database,
  issue: RefreshIssue,
  familyId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ scope: string }>(
    `WITH presented AS (SELECT family_id FROM refresh_tokens WHERE hash = $1 AND family_id = $9), ${countingFamily},
     issuing AS (SELECT * FROM family)${storePair}`,
    [...values(issue), familyId],
  );
  return row?.scope;
}

function values(issue: RefreshIssue): unknown[] {
  const { presented, clientId, access, refresh, scopeWords, now, accessExpiresAt, refreshExpiresAt } = issue;
  return [presented, clientId, access.hash, refresh.hash, now, accessExpiresAt, refreshExpiresAt, scopeWords];
}

/** A refresh token and whether what it came of still counts. */
export async function findRefreshToken(db: Database, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  const [row] = await db.query<RefreshTokenRow>(
    `SELECT r.family_id, f.client_id, f.scope, r.expires_at, r.rotated_at,
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
