import type { TokenEntry } from '@ringbinder/protocol';
import { person } from '../../../resource/resource.ts';
import { type Database, first, type Row, type Transaction } from '../../../storage/database.ts';
import { hasPart } from '../../../storage/has-part.ts';

/** Omits console tokens, which are in the list of sessions. */
export function findOrgTokens(
  db: Database,
  orgId: string,
  filter: { user_id?: string; client_id?: string; q?: string },
  now: number,
  before: readonly [createdAt: number, id: string],
  limit: number,
): Promise<TokenEntry[]> {
  return db.query<TokenEntry & Row>(
    `WITH people AS MATERIALIZED (
       SELECT id, name FROM users WHERE org_id = $1 AND ($5::text IS NULL OR id = $5)
         AND ${hasPart('$8', 'name', 'email')}
     ), grants AS MATERIALIZED (
       SELECT f.id, 'authorization' AS type, ${person('people')} AS user, f.client_id, f.scope, f.created_at,
         NULL::bigint AS expires_at
       FROM people JOIN token_families f ON f.user_id = people.id AND f.revoked_at IS NULL
       UNION ALL
       SELECT encode(a.hash, 'hex'), 'access_token', ${person('people')}, a.client_id, a.scope, a.created_at, a.expires_at
       FROM people JOIN access_tokens a ON a.user_id = people.id AND a.family_id IS NULL AND a.session_id IS NULL
     )
     SELECT grants.id, type, grants.user, ${person('c')} AS client, grants.scope, grants.created_at AS created_time, ends.at AS expires_time
     FROM grants JOIN clients c ON c.id = client_id CROSS JOIN LATERAL (SELECT coalesce(grants.expires_at, greatest(
         (SELECT max(r.expires_at) FROM refresh_tokens r WHERE r.family_id = grants.id AND r.rotated_at IS NULL),
         (SELECT max(a.expires_at) FROM access_tokens a WHERE a.family_id = grants.id))) AS at) ends
     WHERE ends.at > $2 AND (grants.created_at, grants.id) < ($3, $4) AND ($6::text IS NULL OR client_id = $6)
     ORDER BY grants.created_at DESC, grants.id DESC LIMIT $7`,
    [orgId, now, ...before, filter.user_id ?? null, filter.client_id ?? null, limit, filter.q ?? null],
  );
}

/** Also deletes the user's push subscriptions, because the client may have created them. */
export function endOrgToken(
  tx: Transaction,
  orgId: string,
  tokenId: string,
  at: number,
): Promise<{ user_id: string; client_id: string } | undefined> {
  const belongsToOrg = 'user_id IN (SELECT id FROM users WHERE org_id = $1)';
  const end =
    tokenId.length === 22
      ? `UPDATE token_families SET revoked_at = $3 WHERE id = $2 AND revoked_at IS NULL AND ${belongsToOrg} RETURNING user_id, client_id`
      : `DELETE FROM access_tokens WHERE hash = decode($2, 'hex') AND family_id IS NULL AND expires_at > $3 AND ${belongsToOrg}
         RETURNING user_id, client_id`;
  return first<{ user_id: string; client_id: string }>(
    tx,
    `WITH ended AS (${end}), devices AS (
       DELETE FROM push_subscriptions WHERE user_id IN (SELECT user_id FROM ended)
     )
     SELECT user_id, client_id FROM ended`,
    [orgId, tokenId, at],
  );
}
