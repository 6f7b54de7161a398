import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { because, tooManyRequests, withDetails } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';

export interface LimitHeaders {
  header(name: string, value: unknown): unknown;
}

export interface CallLimit {
  take(key: string, reply: LimitHeaders): Promise<void>;
  check(key: string, reply: LimitHeaders): Promise<void>;
  giveBack(key: string): Promise<void>;
}

const MINUTE_SECONDS = 60;
const MAX_KEYS = 50_000;

export interface CallLimitOptions {
  maxKeys?: number;
  windowSeconds?: number;
}

export function createCallLimit(
  what: string,
  max: number,
  redis: SharedRedis | null = null,
  { maxKeys = MAX_KEYS, windowSeconds = MINUTE_SECONDS }: CallLimitOptions = {},
): CallLimit {
  const localLimiter = new RateLimiterMemory({ points: max, duration: windowSeconds });
  const limiter = redis
    ? shareLimit(`limit ${what} ${windowSeconds}`, max, windowSeconds, redis, localLimiter)
    : localLimiter;
  const keys = new LRUCache<string, true>({
    // The option `max` would allocate 30 MB at startup.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void localLimiter.delete(key);
    },
  });
  const refusalOf = (state: RateLimiterRes, reply: LimitHeaders) => {
    setLimitHeaders(reply, max, state);
    const time =
      windowSeconds === MINUTE_SECONDS ? 'a minute' : `in ${windowSeconds / MINUTE_SECONDS} minutes`;
    return tooManyRequests(
      withDetails(because('too_many_calls'), `more than ${max} ${what} ${time}`),
      state.msBeforeNext / 1000,
    );
  };
  return {
    async take(key, reply) {
      keys.set(key, true);
      try {
        setLimitHeaders(reply, max, await limiter.consume(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? refusalOf(error, reply) : error;
      }
    },
    async check(key, reply) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= max && state.msBeforeNext > 0) throw refusalOf(state, reply);
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

function shareLimit(
  name: string,
  points: number,
  duration: number,
  redis: SharedRedis,
  localLimiter: RateLimiterMemory,
) {
  return new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: `${redis.prefix}${name}`,
    points,
    duration,
    insuranceLimiter: localLimiter,
    rejectIfRedisNotReady: true,
  });
}

function setLimitHeaders(reply: LimitHeaders, max: number, state: RateLimiterRes): void {
  reply.header('ratelimit-limit', max);
  reply.header('ratelimit-remaining', Math.max(0, state.remainingPoints));
  reply.header('ratelimit-reset', Math.ceil(state.msBeforeNext / 1000));
}
