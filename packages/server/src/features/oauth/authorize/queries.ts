import { type Database, first, hasRow } from '../../../storage/database.ts';
import { activeHolder } from '../tokens/active-holder.ts';

export interface AuthorizingClient extends Record<string, unknown> {
  id: string;
  name: string;
  partner_id: string;
  org_id: string | null;
  is_public: boolean;
  redirect_uris: string[];
  origins: string[];
  grants: string[];
  scope: string;
}

export function findAuthorizingClient(db: Database, id: string): Promise<AuthorizingClient | undefined> {
  return first<AuthorizingClient>(
    db,
    `SELECT id, name, partner_id, org_id, is_public, redirect_uris, origins, grants, scope FROM clients
     WHERE id = $1 AND kind = 'app' AND disabled_at IS NULL`,
    [id],
  );
}

export async function findConsent(
  db: Database,
  userId: string,
  clientId: string,
  orgId: string,
): Promise<{ scope: string | null; is_trusted: boolean }> {
  const [row] = await db.query<{ scope: string | null; is_trusted: boolean }>(
    `SELECT (SELECT scope FROM consents WHERE user_id = $1 AND client_id = $2) AS scope,
       c.is_trusted OR EXISTS (SELECT FROM org_trusted_clients WHERE org_id = $3 AND client_id = $2) AS is_trusted
     FROM clients c WHERE c.id = $2`,
    [userId, clientId, orgId],
  );
  return row ?? { scope: null, is_trusted: false };
}

export async function storeConsent(
  db: Database,
  consent: { userId: string; clientId: string; scope: string; at: number },
): Promise<void> {
  await db.query(
    `INSERT INTO consents (user_id, client_id, scope, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, client_id) DO UPDATE SET scope = excluded.scope, created_at = excluded.created_at`,
    [consent.userId, consent.clientId, consent.scope, consent.at],
  );
}

export function insertCode(
  db: Database,
  code: {
    hash: Buffer;
    clientId: string;
    userId: string;
    redirectUri: string | null;
    scope: string;
    challenge: string | null;
    at: number;
    expiresAt: number;
  },
): Promise<boolean> {
  return hasRow(
    db,
    `WITH ${activeHolder('$3', '$2')}
     INSERT INTO authorization_codes (hash, client_id, user_id, redirect_uri, scope, challenge, created_at, expires_at)
     SELECT $1, $2, id, $4, $5, $6, $7, $8 FROM holder RETURNING user_id`,
    [
      code.hash,
      code.clientId,
      code.userId,
      code.redirectUri,
      code.scope,
      code.challenge,
      code.at,
      code.expiresAt,
    ],
  );
}
