import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/**
 * Returns `unknown` if the user typed the address, or the client is not a browser. Trusts Sec-Fetch-Site, which
 * no page can forge. Browsers omit this header on plain http, except on localhost. In that case, Origin must
 * equal the public address or the called host, which a foreign page does not control.
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
