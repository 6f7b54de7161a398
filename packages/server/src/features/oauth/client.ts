import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment.ts';
import type { Database } from '../../storage/database.ts';
import type { TokenParameters } from './parameters.ts';
import { TokenError } from './token-error.ts';
import { hashToken } from './tokens/token-format.ts';

/** A registered application, authenticated by its secret, or public and named only. */
export interface Client {
  id: string;
  partnerId: string;
  /** The org the client is bound to; null when it serves all orgs of its partner. */
  orgId: string | null;
  defaultOrgId: string | null;
  grants: string[];
  scope: string;
}

interface ClientRow extends Record<string, unknown> {
  id: string;
  partner_id: string;
  org_id: string | null;
  default_org_id: string | null;
  grants: string[];
  scope: string;
  /** Null: a public client, which has none. */
  secret_sealed: Buffer | null;
  /** The secret before the last rotation; null when it counts no longer. */
  old_secret_sealed: Buffer | null;
}

/**
 * Authenticates the client of a token call by client_id and client_secret, and checks that it may use the grant, if it
 * is one that needs a permission. A public client has no secret and gives none: what it presents (a code with its
 * verifier, a refresh token) is all that tells it, so it may be allowed those grants only.
 * Throws invalid_client (the same for an unknown client and a wrong secret) or unauthorized_client.
 */
export async function authenticateClient(
  env: Environment,
  parameters: TokenParameters,
  grant?: string,
): Promise<Client> {
  const id = parameters.required('client_id');
  const secret = parameters.optional('client_secret');
  const row = await findClient(env.db, id, env.clock.now());
  const isPublic = row?.secret_sealed === null;
  // Whatever is wrong with the client: which ones are public is in their programs, and no secret.
  if (secret === undefined && !isPublic) parameters.required('client_secret');
  const secrets = row ? [row.secret_sealed, row.old_secret_sealed].filter((sealed) => sealed !== null) : [];
  const isAuthentic =
    secret === undefined ? isPublic : secrets.some((sealed) => sameSecret(env.secrets.open(sealed), secret));
  if (!row || !isAuthentic)
    throw new TokenError('invalid_client', 'client_id is unknown or client_secret is wrong');
  if (grant !== undefined && !row.grants.includes(grant)) {
    throw new TokenError('unauthorized_client', `the client may not use grant_type ${grant}`);
  }
  return {
    id: row.id,
    partnerId: row.partner_id,
    orgId: row.org_id,
    defaultOrgId: row.default_org_id,
    grants: row.grants,
    scope: row.scope,
  };
}

async function findClient(db: Database, id: string, now: number): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow>(
    `SELECT c.id, c.partner_id, c.org_id, p.default_org_id, c.grants, c.scope, c.secret_sealed,
       CASE WHEN c.old_secret_until > $2 THEN c.old_secret_sealed END AS old_secret_sealed
     FROM clients c JOIN partners p ON p.id = c.partner_id
     WHERE c.id = $1 AND c.disabled_at IS NULL`,
    [id, now],
  );
  return row;
}

/** Compares through hashes of equal length, so that time tells nothing of the secret or its length. */
function sameSecret(stored: string, given: string): boolean {
  return timingSafeEqual(hashToken(stored), hashToken(given));
}
