import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';

/** Counts calls in windows of a minute, by key. */
export interface CallLimit {
  /** Counts one call and tells in the answer's headers what is left. Throws 429 when the key has used up its minute. */
  take(key: string, reply: FastifyReply): Promise<void>;
  /** Throws 429 when the key has used up its minute, without counting. */
  check(key: string, reply: FastifyReply): Promise<void>;
}

const WINDOW_SECONDS = 60;
/** 32 MB, measured. Whoever wants a count forgotten has to call under as many other keys within its minute. */
const MOST_KEYS = 50_000;

/**
 * A limit of `perMinute` calls for each key. With a Redis it holds across all processes that share it; while that is
 * away each process counts for itself.
 * @param what names what is limited, for the message
 * @param redis null: the process counts alone
 * @param mostKeys how many keys are counted at once; beyond that the least recently used one is forgotten
 */
export function createCallLimit(
  what: string,
  perMinute: number,
  redis: SharedRedis | null = null,
  mostKeys = MOST_KEYS,
): CallLimit {
  const alone = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const limiter = redis ? shareLimit(what, perMinute, redis, alone) : alone;
  const keys = new LRUCache<string, true>({
    max: mostKeys,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void alone.delete(key);
    },
  });
  const refuse = (state: RateLimiterRes, reply: FastifyReply) => {
    setLimitHeaders(reply, perMinute, state);
    return tooManyRequests(`more than ${perMinute} ${what} a minute`, state.msBeforeNext / 1000);
  };
  return {
    async take(key, reply) {
      keys.set(key, true);
      try {
        setLimitHeaders(reply, perMinute, await limiter.consume(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? refuse(error, reply) : error;
      }
    },
    async check(key, reply) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= perMinute && state.msBeforeNext > 0) throw refuse(state, reply);
    },
  };
}

function shareLimit(what: string, perMinute: number, redis: SharedRedis, alone: RateLimiterMemory) {
  return new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: `${redis.prefix}limit ${what}`,
    points: perMinute,
    duration: WINDOW_SECONDS,
    insuranceLimiter: alone,
    // An idle connection is no reason to refuse a call.
    rejectIfRedisNotReady: true,
  });
}

function setLimitHeaders(reply: FastifyReply, perMinute: number, state: RateLimiterRes): void {
  reply.header('ratelimit-limit', perMinute);
  reply.header('ratelimit-remaining', Math.max(0, state.remainingPoints));
  reply.header('ratelimit-reset', Math.ceil(state.msBeforeNext / 1000));
}
