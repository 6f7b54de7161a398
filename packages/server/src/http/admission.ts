import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/index.ts';
import { ApiError, because, forbidden, invalidToken } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';
import { addressKey } from './address.ts';
import { readToken, type TokenDirectory } from './bearer.ts';
import { type CallLimit, createCallLimit } from './limits.ts';
import type { App } from './types.ts';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws `invalid` for two tokens, and `tooManyRequests` above `perMinute` calls. Calls without a valid token
 * count per address, because a caller could vary the token.
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
      throw forbidden(because('read_only_token'));
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
    // After too many invalid tokens from an address, only cached tokens work. Other tokens cause no lookups.
    if (!tokens.wasValid(token)) await limit.check(refusals, reply);
    const caller = await tokens.find(token);
    request.watchCaller = (binderId) => tokens.watch(token, binderId);
    if (!caller) throw invalidToken('the access token is unknown, expired or revoked');
    if (request.headers.authorization === undefined) {
      // The URL contains the token, so shared caches must not store the response (RFC 6750, section 2.3).
      reply.header('cache-control', 'private');
    }
    return caller;
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) await limit.take(refusals, reply);
    throw error;
  }
}
