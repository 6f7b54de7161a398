import { errorOf } from './errors.ts';

/** For servers only, because it contains the client's secret. */
export interface UniqueIdentifierGrant {
  clientId: string;
  clientSecret: string;
  /** The user's id in your system. */
  uniqueId: string;
  orgId?: string;
  firstName?: string;
  lastName?: string;
  scope?: 'read' | 'read write';
}

/** `expiresAt`: milliseconds since 1970. */
export interface AccessToken {
  accessToken: string;
  expiresAt: number;
  scope: string;
}

interface Granted {
  access_token: string;
  expires_in: number;
  scope: string;
}

/** Throws RingbinderError. */
export async function getToken(
  baseUrl: string,
  grant: UniqueIdentifierGrant,
  send: typeof fetch = globalThis.fetch,
): Promise<AccessToken> {
  const form = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: grant.clientId,
    client_secret: grant.clientSecret,
    uniqueid: grant.uniqueId,
    timestamp: String(Date.now()),
  });
  const optional = {
    orgid: grant.orgId,
    firstname: grant.firstName,
    lastname: grant.lastName,
    scope: grant.scope,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) form.set(name, value);
  const requestedAt = Date.now();
  const response = await send(`${baseUrl.replace(/\/+$/, '')}/oauth/token`, { method: 'POST', body: form });
  // A proxy may return an HTML page.
  const body = await response.json().catch(() => undefined);
  if (!response.ok || body === undefined) throw errorOf(response.status, body);
  const { access_token: accessToken, expires_in, scope } = body as Granted;
  return { accessToken, expiresAt: requestedAt + expires_in * 1000, scope };
}

/** For `createClient`. Requests a new token after a rejection, and in the last minute before expiry. */
export function tokenSource(get: () => Promise<AccessToken>): (refused?: string) => Promise<string> {
  const RENEW_BEFORE_MS = 60_000;
  let current: Promise<AccessToken> | undefined;
  const isFresh = ({ expiresAt }: AccessToken) => expiresAt - RENEW_BEFORE_MS > Date.now();
  return async (refused) => {
    const looked = current;
    const cached = await looked?.catch(() => undefined);
    if (current === looked && !(cached && isFresh(cached) && cached.accessToken !== refused)) current = get();
    return (await (current ?? get())).accessToken;
  };
}
