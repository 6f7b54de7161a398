import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { ApiError, forbidden, invalidToken } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';
import { addressKey } from './address.ts';
import { readToken, type TokenDirectory } from './bearer.ts';
import { type CallLimit, createCallLimit } from './limits.ts';
import type { App } from './types.ts';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets calls into this scope. Every route that does not say `auth: 'none'` requires a bearer token, whose user and
 * client become `request.caller`: 400 for two tokens, 401 for none or one that does not count, 403 when a read-only
 * token writes. Each client and user may make `perMinute` calls (429), each address as many where no token is needed,
 * and as many with a token that does not count. Keyed by the token itself, a caller would only have to vary it.
 */
export function admitCalls(
  app: App,
  tokens: TokenDirectory,
  perMinute: number,
  redis: SharedRedis | null,
): void {
  const limit = createCallLimit('requests', perMinute, redis);
  app.decorateRequest('caller', null);
  app.decorateRequest('watchCaller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    if (request.routeOptions.config.auth === 'none') {
      await limit.take(addressKey(request.ip), reply);
      return;
    }
    const caller = await authenticate(request, reply, tokens, limit);
    request.caller = caller;
    await limit.take(`${caller.clientId}:${caller.userId}`, reply);
    if (!caller.mayWrite && !READING_METHODS.has(request.method)) {
      throw forbidden('the access token has scope `read` only');
    }
  });
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: TokenDirectory,
  limit: CallLimit,
): Promise<Actor> {
  const refusals = `refused ${addressKey(request.ip)}`;
  try {
    const token = readToken(request);
    // An address that tries out tokens costs no more look-ups; those who share it and have called before go on.
    if (!tokens.hasCounted(token)) await limit.check(refusals, reply);
    const caller = await tokens.find(token);
    request.watchCaller = (binderId) => tokens.watch(token, binderId);
    if (!caller) throw invalidToken('the access token is unknown, expired or revoked');
    if (request.headers.authorization === undefined) {
      // The address of the call holds the token: no shared cache may keep the answer (RFC 6750, section 2.3).
      reply.header('cache-control', 'private');
    }
    return caller;
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) await limit.take(refusals, reply);
    throw error;
  }
}
