import { createHmac } from 'node:crypto';
import { type Fetch, ServiceError } from './service-error.ts';

export interface BotCredentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

const MARGIN_MS = 60_000;

export interface BotTokens {
  /**
   * Resolves with a token that is valid for another minute. Rejects with ServiceError, or the error of
   * `fetch`.
   */
  get(orgId: string): Promise<string>;
  forget(orgId: string): void;
}

export function createBotTokens(
  { baseUrl, clientId, clientSecret }: BotCredentials,
  fetch: Fetch,
  now: () => number,
): BotTokens {
  const cache = new Map<string, { token: Promise<string>; until: number }>();

  async function request(orgId: string, entry: { until: number }): Promise<string> {
    const timestamp = String(now());
    const signature = createHmac('sha256', clientSecret)
      .update(clientId + orgId + timestamp)
      .digest('base64url');
    const query = new URLSearchParams({ client_id: clientId, org_id: orgId, timestamp, signature });
    const response = await fetch(`${baseUrl}apps/token?${query}`);
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (!response.ok || typeof answer.access_token !== 'string') throw new ServiceError(response, answer);
    entry.until = now() + Number(answer.expires_in) * 1000 - MARGIN_MS;
    return answer.access_token;
  }

  return {
    get(orgId) {
      const cached = cache.get(orgId);
      if (cached && cached.until > now()) return cached.token;
      const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
      entry.token = request(orgId, entry).catch((error) => {
        if (cache.get(orgId) === entry) cache.delete(orgId);
        throw error;
      });
      cache.set(orgId, entry);
      return entry.token;
    },
    forget: (orgId) => void cache.delete(orgId),
  };
}
