import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { forbidden, invalid, invalidToken } from '../errors.ts';
import type { App } from './types.ts';

/** Finds who a bearer token stands for; null when it is unknown, expired or revoked. */
export type ResolveToken = (token: string) => Promise<Actor | null>;

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requires a bearer token on every route of this scope that does not say `auth: 'none'`, and puts its user and client
 * into `request.caller`. 400 for two tokens, 401 for none or one that does not count, 403 when a read-only token writes.
 */
export function requireBearer(app: App, resolve: ResolveToken): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.auth === 'none') return;
    const caller = await resolve(readToken(request));
    if (!caller) throw invalidToken('the access token is unknown, expired or revoked');
    if (!caller.mayWrite && !READING_METHODS.has(request.method)) {
      throw forbidden('the access token has scope `read` only');
    }
    request.caller = caller;
  });
}

/** The caller of a route that requires a token. */
export function callerOf(request: FastifyRequest): Actor {
  if (!request.caller) throw invalidToken('an access token is required');
  return request.caller;
}

function readToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  const parameter = (request.query as Record<string, unknown>).access_token;
  if (header !== undefined && parameter !== undefined) {
    throw invalid('access_token', 'must come in the Authorization header or in the query, not in both');
  }
  if (header !== undefined) {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
    if (token === undefined) throw invalidToken('the Authorization header must be `Bearer <access token>`');
    return token;
  }
  if (Array.isArray(parameter)) throw invalid('access_token', 'must be given once');
  if (typeof parameter === 'string' && parameter !== '') return parameter;
  throw invalidToken(
    'an access token is required: `Authorization: Bearer <access token>` or the query parameter access_token',
  );
}
