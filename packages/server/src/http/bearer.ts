import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { invalid, invalidToken } from '../errors.ts';

export const TOKEN_GRACE_MS = 60_000;

export interface TokenDirectory {
  find(token: string): Promise<Actor | null>;
  prove(token: string): Promise<Actor | null>;
  wasValid(token: string): boolean;
  watch(token: string, binderId?: string, graceMs?: number): CallerWatch;
}

export interface CallerWatch {
  /** Aborts with a 401 when the token ends, and with a 403 or 404 when access to the binder ends. */
  signal: AbortSignal;
  readonly isInDoubt: boolean;
  readonly hasExpired: boolean;
  end(): void;
}

export function watchCaller(request: FastifyRequest, binderId?: string): CallerWatch {
  if (!request.watchCaller) throw invalidToken('an access token is required');
  return request.watchCaller(binderId);
}

export function callerOf(request: Pick<FastifyRequest, 'caller'>): Actor {
  if (!request.caller) throw invalidToken('an access token is required');
  return request.caller;
}

export function readToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  const parameter = (request.query as Record<string, unknown>).access_token;
  if (header !== undefined && parameter !== undefined) {
    throw invalid('access_token', 'must be in the Authorization header or in the query, not in both');
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
