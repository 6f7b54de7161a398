import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { invalid, invalidToken } from '../errors.ts';

/** How long a channel waits for another token when the one that it was opened with has expired. */
export const TOKEN_GRACE_MS = 60_000;

/** Tells who bearer tokens stand for. */
export interface TokenDirectory {
  /** Who a token stands for; null when it is unknown, expired or revoked. */
  find(token: string): Promise<Actor | null>;
  /** The same, always asked of the database: for what is durable and comes by no request of its own. */
  prove(token: string): Promise<Actor | null>;
  /** Whether the token counted when it was last looked up, so that looking it up again is no guess. */
  hasCounted(token: string): boolean;
  /**
   * Watches whether the token goes on to count and, where a binder is named, its user goes on to be a member.
   * @param graceMs how long after its expiry the token is to count
   */
  watch(token: string, binderId?: string, graceMs?: number): CallerWatch;
}

/** Tells when a caller who is being answered for a while no longer counts. Whoever begins one ends it. */
export interface CallerWatch {
  /** Aborts with the refusal as its reason: a 401, or for the binder a 403 or 404. */
  signal: AbortSignal;
  /** Something was revoked that may concern the caller, and is being looked up. */
  readonly isInDoubt: boolean;
  /** It aborted because the token's time was over, and for no other reason. */
  readonly hasExpired: boolean;
  end(): void;
}

/** Watches the caller of a route that requires a token, for as long as the answer takes. */
export function watchCaller(request: FastifyRequest, binderId?: string): CallerWatch {
  if (!request.watchCaller) throw invalidToken('an access token is required');
  return request.watchCaller(binderId);
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
