import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import type { SharedRedis } from '../storage/redis.ts';

/** Where it is told how much is left: an answer, or nowhere. */
export interface LimitHeaders {
  header(name: string, value: unknown): unknown;
}

/** Counts calls in windows of a minute, or another time, by key. */
export interface CallLimit {
  /** Counts one call and tells in the answer's headers what is left. Throws 429 when the key has used up its minute. */
  take(key: string, reply: LimitHeaders): Promise<void>;
  /** Throws 429 when the key has used up its minute, without counting. */
  check(key: string, reply: LimitHeaders): Promise<void>;
  /** Takes a call back that was counted before it was known whether it is one of those that count. */
  giveBack(key: string): Promise<void>;
}

const MINUTE_SECONDS = 60;
/** 32 MB, measured. Whoever wants a count forgotten has to call under as many other keys within its minute. */
const MAX_KEYS = 50_000;

/** How a limit differs from the usual one. */
export interface CallLimitOptions {
  /** How many keys are counted at once; beyond that the least recently used one is forgotten. */
  mostKeys?: number;
  /** The time in which calls are counted together: a minute by default. */
  windowSeconds?: number;
}

/**
 * A limit of `most` calls for each key in a window of time. With a Redis it holds across all processes that share it; while that is
 * away each process counts for itself.
 * @param what names what is limited, for the message
 * @param redis null: the process counts alone
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
    // By size, for `max` sets aside the memory of all keys at once: 30 MB for the limits of a process, and 0.1 s of its start.
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
    return tooManyRequests(`more than ${most} ${what} ${time}`, state.msBeforeNext / 1000);
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
    // An idle connection is no reason to refuse a call.
    rejectIfRedisNotReady: true,
  });
}

function setLimitHeaders(reply: LimitHeaders, most: number, state: RateLimiterRes): void {
  reply.header('ratelimit-limit', most);
  reply.header('ratelimit-remaining', Math.max(0, state.remainingPoints));
  reply.header('ratelimit-reset', Math.ceil(state.msBeforeNext / 1000));
}
