import {
  type AccessToken,
  createClient,
  errorOf,
  type RingbinderClient,
  tokenSource,
} from '@ringbinder/client';
import type { AppBoot } from '../boot.ts';

interface SessionToken {
  access_token: string;
  expires_in: number;
}

/** The typed client of the signed-in user: its token comes by the session's cookie, is kept in memory, and renewed in time. */
export function createSessionClient({ base }: Pick<AppBoot, 'base'>): RingbinderClient {
  const baseUrl = `${location.origin}${base}/`;
  return createClient({ baseUrl, token: tokenSource(() => fetchToken(baseUrl)) });
}

/** The scope is of no interest here. Throws RingbinderError when nobody is signed in any more. */
async function fetchToken(baseUrl: string): Promise<AccessToken> {
  const asked = Date.now();
  const response = await fetch(`${baseUrl}session-token`, { method: 'POST' });
  const body = (await response.json().catch(() => undefined)) as { data: SessionToken } | undefined;
  if (!response.ok || body === undefined) throw errorOf(response.status, body);
  const { access_token: accessToken, expires_in } = body.data;
  return { accessToken, expiresAt: asked + expires_in * 1000, scope: '' };
}
