import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Environment } from '../../environment/environment.ts';
import { type Database, first } from '../../storage/database.ts';
import type { TokenParameters } from './parameters.ts';
import { TokenError } from './token-error.ts';
import { hashToken } from './tokens/token-format.ts';

export interface Client {
  id: string;
  partnerId: string;
  /** Null for a client that serves all orgs of its partner. */
  orgId: string | null;
  defaultOrgId: string | null;
  grants: string[];
  scope: string;
}

/** Throws a `TokenError` unless the secret is right and the client may use `grant`. */
export type AuthenticateClient = (parameters: TokenParameters, grant?: string) => Promise<Client>;

interface CachedClient {
  client: Client;
  secretHash: Buffer | null;
  oldSecret: { hash: Buffer; until: number } | null;
  cachedAt: number;
}

const MAX_CLIENTS = 10_000;
/** Manual changes of the database do not clear the cache. */
const MAX_AGE_MS = 10_000;

/**
 * An outdated entry cannot revive a disabled client, because issuing a token checks the client in the
 * database.
 */
export function createClientAuthentication(
  env: Pick<Environment, 'db' | 'clock' | 'secrets' | 'revocations'>,
): AuthenticateClient {
  const { db, clock, secrets, revocations } = env;
  const cache = new LRUCache<string, CachedClient>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 });
  let epoch = 0;
  revocations.subscribe((revoked) => {
    if (revoked !== 'any') return;
    // A lookup in progress must not cache an outdated row.
    epoch++;
    cache.clear();
  });

  function findCached(id: string): CachedClient | undefined {
    const cached = cache.get(id);
    return cached && revocations.isCurrent() && performance.now() - cached.cachedAt < MAX_AGE_MS
      ? cached
      : undefined;
  }

  async function lookUp(id: string): Promise<CachedClient | undefined> {
    const epochBefore = epoch;
    const row = await findClient(db, id);
    if (!row) {
      cache.delete(id);
      return undefined;
    }
    const matchingClient = read(row);
    if (epochBefore === epoch) cache.set(id, matchingClient);
    return matchingClient;
  }

  function read(row: ClientRow): CachedClient {
    const hashOf = (sealed: Buffer) => hashToken(secrets.open(sealed));
    const { old_secret_sealed: oldSealed, old_secret_until: until } = row;
    return {
      client: {
        id: row.id,
        partnerId: row.partner_id,
        orgId: row.org_id,
        defaultOrgId: row.default_org_id,
        grants: row.grants,
        scope: row.scope,
      },
      secretHash: row.secret_sealed === null ? null : hashOf(row.secret_sealed),
      oldSecret: oldSealed === null || until === null ? null : { hash: hashOf(oldSealed), until },
      cachedAt: performance.now(),
    };
  }

  return async (parameters, grant) => {
    const id = parameters.required('client_id');
    const secret = parameters.optional('client_secret');
    const cached = findCached(id);
    // Reject only after a lookup, so that a new secret or grant works even if its announcement was lost.
    if (cached && isAuthentic(cached, secret, clock.now()) && mayUse(cached, grant)) return cached.client;
    const matchingClient = await lookUp(id);
    // If the secret is missing, an unknown client causes the same error as a confidential client.
    if (secret === undefined && matchingClient?.secretHash !== null) parameters.required('client_secret');
    if (!matchingClient || !isAuthentic(matchingClient, secret, clock.now()))
      throw new TokenError('invalid_client', 'client_id is unknown or client_secret is wrong');
    if (!mayUse(matchingClient, grant))
      throw new TokenError('unauthorized_client', `the client may not use grant_type ${grant}`);
    return matchingClient.client;
  };
}

function mayUse({ client }: CachedClient, grant: string | undefined): boolean {
  return grant === undefined || client.grants.includes(grant);
}

function isAuthentic(entry: CachedClient, providedSecret: string | undefined, now: number): boolean {
  const { secretHash, oldSecret } = entry;
  if (providedSecret === undefined) return secretHash === null;
  const hash = hashToken(providedSecret);
  const isCurrent = secretHash !== null && timingSafeEqual(secretHash, hash);
  const isOld = oldSecret !== null && timingSafeEqual(oldSecret.hash, hash) && now < oldSecret.until;
  return isCurrent || isOld;
}

interface ClientRow extends Record<string, unknown> {
  id: string;
  partner_id: string;
  org_id: string | null;
  default_org_id: string | null;
  grants: string[];
  scope: string;
  secret_sealed: Buffer | null;
  old_secret_sealed: Buffer | null;
  old_secret_until: number | null;
}

function findClient(db: Database, id: string): Promise<ClientRow | undefined> {
  return first<ClientRow>(
    db,
    `SELECT c.id, c.partner_id, c.org_id, p.default_org_id, c.grants, c.scope, c.secret_sealed, c.old_secret_sealed,
       c.old_secret_until
     FROM clients c JOIN partners p ON p.id = c.partner_id
     WHERE c.id = $1 AND c.disabled_at IS NULL`,
    [id],
  );
}
