import type { Database } from '../../../storage/database.ts';

/** Stores an access token that belongs to no family: nothing renews it. Times in milliseconds. */
export async function insertLoneToken(
  db: Database,
  token: { hash: Buffer; clientId: string; userId: string; scope: string; now: number; expiresAt: number },
): Promise<void> {
  await db.query(
    `INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [token.hash, token.clientId, token.userId, token.scope, token.now, token.expiresAt],
  );
}
