import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import type { App } from './types.ts';

/** Counts calls in windows of a minute, by key. */
export interface CallLimit {
  /** Counts one call. Throws 429 when the key has used up its minute. Gives what is left of it. */
  take(key: string): Promise<{ limit: number; remaining: number; resetSeconds: number }>;
  /** Throws 429 when the key has used up its minute, without counting. */
  check(key: string): Promise<void>;
}

const WINDOW_SECONDS = 60;

/**
 * A limit of `perMinute` calls for each key.
 * @param what names what is limited, for the message
 */
export function createCallLimit(what: string, perMinute: number): CallLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const refuse = (state: RateLimiterRes) =>
    tooManyRequests(`more than ${perMinute} ${what} a minute`, state.msBeforeNext / 1000);
  return {
    async take(key) {
      try {
        const state = await limiter.consume(key);
        return {
          limit: perMinute,
          remaining: state.remainingPoints,
          resetSeconds: Math.ceil(state.msBeforeNext / 1000),
        };
      } catch (error) {
        throw error instanceof RateLimiterRes ? refuse(error) : error;
      }
    },
    async check(key) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints > perMinute) throw refuse(state);
    },
  };
}

/** Limits the calls of each client and user (of each address where no token is needed) and tells how much is left. */
export function limitCalls(app: App, perMinute: number): void {
  const limit = createCallLimit('requests', perMinute);
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return;
    const state = await limit.take(keyOf(request));
    setLimitHeaders(reply, state);
  });
}

function keyOf(request: FastifyRequest): string {
  const { caller } = request;
  return caller ? `${caller.clientId}:${caller.userId}` : request.ip;
}

function setLimitHeaders(
  reply: FastifyReply,
  state: { limit: number; remaining: number; resetSeconds: number },
): void {
  reply.header('ratelimit-limit', state.limit);
  reply.header('ratelimit-remaining', state.remaining);
  reply.header('ratelimit-reset', state.resetSeconds);
}
