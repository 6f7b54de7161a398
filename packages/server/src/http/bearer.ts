import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { invalid, invalidToken } from '../errors.ts';

/** How long a channel waits for a new token after its token expired. */
export const TOKEN_GRACE_MS = 60_000;

export interface TokenDirectory {
  /** Null if the token is unknown, expired or revoked. */
  find(token: string): Promise<Actor | null>;
  /** Like `find`, but always reads the database. Used for durable operations that arrive over a channel. */
  prove(token: string): Promise<Actor | null>;
  /** Whether a successful lookup of the token is cached, however old. Also false after an eviction or revocation. */
  hasCounted(token: string): boolean;
  /**
   * Monitors a token and, if a binder is given, the membership of its user.
   * @param graceMs how long the token stays valid after it expired
   */
  watch(token: string, binderId?: string, graceMs?: number): CallerWatch;
}

/** Monitors the caller of a long-running response. Must be ended. */
export interface CallerWatch {
  /** Aborts with an ApiError as its reason: a 401, or for the binder a 403 or 404. */
  signal: AbortSignal;
  /** True while the server looks up whether a revocation affects the caller. */
  readonly isInDoubt: boolean;
  /** True if the signal aborted only because the token expired. */
  readonly hasExpired: boolean;
  end(): void;
}

/** Throws 401 on a route without a token. */
export function watchCaller(request: FastifyRequest, binderId?: string): CallerWatch {
  if (!request.watchCaller) throw invalidToken('an access token is required');
  return request.watchCaller(binderId);
}

/** Throws 401 if the request has no caller. */
export function callerOf(request: Pick<FastifyRequest, 'caller'>): Actor {
  if (!request.caller) throw invalidToken('an access token is required');
  return request.caller;
}

/**
 * Reads the token from the header or the query. Throws 400 if both are present, 401 if neither is or the header is
 * malformed.
 */
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
