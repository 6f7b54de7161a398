import { randomBytes } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { base62 } from '../../../environment/ids.ts';
import type { Database } from '../../../storage/database.ts';
import { mintToken, REFRESH_TOKEN_MS, type TokenAnswer, tokenAnswer } from './issue.ts';

export function newFamilyId(): string {
  return base62(randomBytes(16));
}

/** The caller has checked the user and the client. */
export async function startFamily(
  env: Pick<Environment, 'clock' | 'config'> & { db: Database },
  holder: { clientId: string; userId: string; scope: string; familyId?: string },
): Promise<TokenAnswer> {
  const access = mintToken();
  const refresh = mintToken();
  const now = env.clock.now();
  const seconds = env.config.accessTokenSeconds;
  await env.db.query(
    `WITH family AS (
       INSERT INTO token_families (id, client_id, user_id, scope, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING *
     ), refresh AS (
       INSERT INTO refresh_tokens (hash, family_id, created_at, expires_at) SELECT $7, id, $5, $9 FROM family
     )
     INSERT INTO access_tokens (hash, family_id, client_id, user_id, scope, created_at, expires_at)
     SELECT $6, id, client_id, user_id, scope, $5, $8 FROM family`,
    [
      holder.familyId ?? newFamilyId(),
      holder.clientId,
      holder.userId,
      holder.scope,
      now,
      access.hash,
      refresh.hash,
      now + seconds * 1000,
      now + REFRESH_TOKEN_MS,
    ],
  );
  return tokenAnswer(access, seconds, holder.scope, refresh);
}
