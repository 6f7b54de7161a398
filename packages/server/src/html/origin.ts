import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';

/**
 * Whether a request came from a page of this server, as far as the browser tells. `own`: it did. `other`: a page of
 * another site, or another origin of this site, sent it. `unknown`: nothing tells; a person typed the address, or the
 * caller is no browser.
 *
 * Sec-Fetch-Site counts where it is there, since no page can forge it and no proxy changes it. Browsers leave it out on
 * plain http beyond the machine itself, and old ones everywhere; but all of them send Origin with a POST. That must be
 * the public address, or the host that was called: a page elsewhere cannot choose either.
 */
export function originOf(
  env: Pick<Environment, 'baseUrl'>,
  request: Pick<FastifyRequest, 'headers' | 'host'>,
): 'own' | 'other' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'other';
  if (origin === undefined) return 'unknown';
  // What comes of a sandboxed frame, a file or a redirect is the word null, and no address.
  if (!URL.canParse(origin)) return 'other';
  const { host, origin: from } = new URL(origin);
  return host === request.host || from === new URL(env.baseUrl()).origin ? 'own' : 'other';
}
