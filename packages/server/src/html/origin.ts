import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/**
 * Returns `unknown` if the user typed the address, or if the client is not a browser. No page can forge
 * Sec-Fetch-Site. Browsers omit it on plain http, except on localhost. Origin must then equal the public
 * address or the called host.
 */
export function originOf(
  env: Pick<Environment, 'baseUrl'>,
  request: Pick<FastifyRequest, 'headers' | 'host'>,
): 'own' | 'other' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'other';
  if (origin === undefined) return 'unknown';
  // Sandboxed frames, files and redirects send `null`.
  if (!URL.canParse(origin)) return 'other';
  const { host, origin: from } = new URL(origin);
  return host === request.host || from === new URL(env.baseUrl()).origin ? 'own' : 'other';
}
