import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../access/index.ts';

const MOST_TOKENS = 50_000;
/** Bounds what another process may not have told us: a revocation there is noticed here after this long at the latest. */
const LONGEST_MS = 10_000;

/** Who recently seen tokens stand for, so that a warm token costs no query. */
export interface TokenCache {
  get(hash: string): Actor | undefined;
  /** Keeps an answer of the database, unless something was revoked since `epoch` was taken. */
  put(hash: string, actor: Actor, expiresAt: number, epoch: number): void;
  /** Forgets one token. */
  forget(hash: string): void;
  /** Forgets every token, after a change that may concern many (a family revoked, a user disabled). */
  clear(): void;
  /** Counts revocations. A look-up that began before one must not be kept after it. */
  epoch(): number;
}

/** An empty cache. @param now the environment's clock, milliseconds */
export function createTokenCache(now: () => number): TokenCache {
  const entries = new LRUCache<string, { actor: Actor; expiresAt: number }>({
    max: MOST_TOKENS,
    ttl: LONGEST_MS,
  });
  let epoch = 0;
  return {
    get(hash) {
      const entry = entries.get(hash);
      return entry && entry.expiresAt > now() ? entry.actor : undefined;
    },
    put(hash, actor, expiresAt, epochBefore) {
      if (epochBefore === epoch) entries.set(hash, { actor, expiresAt });
    },
    forget(hash) {
      epoch++;
      entries.delete(hash);
    },
    clear() {
      epoch++;
      entries.clear();
    },
    epoch: () => epoch,
  };
}
