import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/**
 * `unknown` means a typed address or no browser. No page can forge Sec-Fetch-Site, but browsers omit it on
 * plain http.
 */
export function originOf(
  env: Pick<Environment, 'baseUrl'>,
  request: Pick<FastifyRequest, 'headers' | 'host'>,
): 'own' | 'other' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'other';
  if (origin === undefined) return 'unknown';
  if (!URL.canParse(origin)) return 'other';
  const { host, origin: from } = new URL(origin);
  return host === request.host || from === new URL(env.baseUrl()).origin ? 'own' : 'other';
}
