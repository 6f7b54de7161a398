import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { because, tooManyRequests, withDetails } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';

export interface LimitHeaders {
  header(name: string, value: unknown): unknown;
}

export interface CallLimit {
  take(key: string, reply: LimitHeaders): Promise<void>;
  /** Does not count a call. */
  check(key: string, reply: LimitHeaders): Promise<void>;
  giveBack(key: string): Promise<void>;
}

const MINUTE_SECONDS = 60;
/** Uses 32 MB. To evict its own count, a caller must use as many other keys within the window. */
const MAX_KEYS = 50_000;

export interface CallLimitOptions {
  mostKeys?: number;
  windowSeconds?: number;
}

/**
 * Without Redis, each process counts separately.
 *
 * @param what names the calls in the error
 */
export function createCallLimit(
  what: string,
  most: number,
  redis: SharedRedis | null = null,
  { mostKeys = MAX_KEYS, windowSeconds = MINUTE_SECONDS }: CallLimitOptions = {},
): CallLimit {
  const alone = new RateLimiterMemory({ points: most, duration: windowSeconds });
  const limiter = redis
    ? shareLimit(`limit ${what} ${windowSeconds}`, most, windowSeconds, redis, alone)
    : alone;
  const keys = new LRUCache<string, true>({
    // `max` would allocate everything at once: 30 MB per process and 0.1 s at startup.
    maxSize: mostKeys,
    sizeCalculation: () => 1,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void alone.delete(key);
    },
  });
  const refuse = (state: RateLimiterRes, reply: LimitHeaders) => {
    setLimitHeaders(reply, most, state);
    const time =
      windowSeconds === MINUTE_SECONDS ? 'a minute' : `in ${windowSeconds / MINUTE_SECONDS} minutes`;
    return tooManyRequests(
      withDetails(because('too_many_calls'), `more than ${most} ${what} ${time}`),
      state.msBeforeNext / 1000,
    );
  };
  return {
    async take(key, reply) {
      keys.set(key, true);
      try {
        setLimitHeaders(reply, most, await limiter.consume(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? refuse(error, reply) : error;
      }
    },
    async check(key, reply) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= most && state.msBeforeNext > 0) throw refuse(state, reply);
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
  alone: RateLimiterMemory,
) {
  return new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: `${redis.prefix}${name}`,
    points,
    duration,
    insuranceLimiter: alone,
    rejectIfRedisNotReady: true,
  });
}

function setLimitHeaders(reply: LimitHeaders, most: number, state: RateLimiterRes): void {
  reply.header('ratelimit-limit', most);
  reply.header('ratelimit-remaining', Math.max(0, state.remainingPoints));
  reply.header('ratelimit-reset', Math.ceil(state.msBeforeNext / 1000));
}
