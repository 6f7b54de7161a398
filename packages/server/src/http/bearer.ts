import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { invalid, invalidToken } from '../errors.ts';

/** Tells who bearer tokens stand for. */
export interface TokenDirectory {
  /** Who a token stands for; null when it is unknown, expired or revoked. */
  find(token: string): Promise<Actor | null>;
  /** Whether the token counted when it was last looked up, so that looking it up again is no guess. */
  hasCounted(token: string): boolean;
}

/** The caller of a route that requires a token. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Actor {
  if (!request.caller) throw invalidToken('an access token is required');
  return request.caller;
}

/** Reads the token of a request, from the header or the query. Throws 400 for two, 401 for none or a header of another form. */
export function readToken(request: FastifyRequest): string {
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
