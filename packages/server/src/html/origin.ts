import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/**
 * `unknown` is a typed address, or no browser. Sec-Fetch-Site decides if present, because no page can forge it;
 * browsers omit it on plain http beyond localhost. A POST's Origin must equal the public address or called host,
 * which a foreign page does not control.
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
