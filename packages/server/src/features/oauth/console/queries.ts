import { first, type Transaction } from '../../../storage/database.ts';

export async function consoleClientOf(
  tx: Transaction,
  createdToken: { id: string; partnerId: string; secretSealed: Buffer; at: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO clients (id, partner_id, kind, name, secret_sealed, created_at) VALUES ($1, $2, 'console', 'Console', $3, $4)
       ON CONFLICT (partner_id) WHERE kind = 'console' DO NOTHING RETURNING id
     )
     SELECT id FROM made UNION ALL SELECT id FROM clients WHERE partner_id = $2 AND kind = 'console' LIMIT 1`,
    [createdToken.id, createdToken.partnerId, createdToken.secretSealed, createdToken.at],
  );
  if (row) return row.id;
  // A concurrent transaction has inserted the row. Only a new statement sees it.
  const [other] = await tx.query<{ id: string }>(
    `SELECT id FROM clients WHERE partner_id = $1 AND kind = 'console'`,
    [createdToken.partnerId],
  );
  if (!other) throw new Error('the console has no client');
  return other.id;
}

/** Waits for a transaction that is disabling the user or org, and then stores no token. */
export function insertSessionToken(
  tx: Transaction,
  token: {
    hash: Buffer;
    clientId: string;
    sessionHash: Buffer;
    at: number;
    expiresAt: number;
    isAdminOnly: boolean;
  },
): Promise<{ id: string } | undefined> {
  return first<{ id: string }>(
    tx,
    `WITH holder AS (
       SELECT u.id, s.id AS session_id FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.hash = $3 AND (NOT $6 OR u.role = 'admin' OR u.is_partner_admin) FOR SHARE OF s
     )
     INSERT INTO access_tokens (hash, client_id, user_id, scope, created_at, expires_at, session_id)
     SELECT $1, $2, id, 'read write', $4, $5, session_id FROM holder RETURNING user_id AS id`,
    [token.hash, token.clientId, token.sessionHash, token.at, token.expiresAt, token.isAdminOnly],
  );
}
