import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../access/index.ts';
import type { Revocations } from '../../../storage/revocations.ts';

const MAX_TOKENS = 50_000;
const MAX_AGE_MS = 10_000;

export interface TokenCache {
  get(hash: string): Actor | undefined;
  expiresAt(hash: string): number | undefined;
  /** Returns true even for an entry that is too old for `get`. */
  wasValid(hash: string): boolean;
  /** Stores nothing if a token was revoked after `epoch` was read. */
  put(hash: string, actor: Actor, expiresAt: number, epoch: number): void;
  discard(hash: string): void;
  epoch(): number;
}

/** Entries age by the machine's clock, because `now` may stop in a sandbox. */
export function createTokenCache(
  now: () => number,
  revocations: Pick<Revocations, 'subscribe' | 'isCurrent'>,
): TokenCache {
  const entries = new LRUCache<string, { actor: Actor; expiresAt: number; cachedAt: number }>({
    // The option `max` would allocate memory for all entries in advance.
    maxSize: MAX_TOKENS,
    sizeCalculation: () => 1,
  });
  let epoch = 0;
  revocations.subscribe((revoked) => {
    epoch++;
    if (revoked === 'any') entries.clear();
    else if ('token' in revoked) entries.delete(revoked.token);
  });
  return {
    get(hash) {
      const entry = entries.get(hash);
      if (!entry || !revocations.isCurrent() || performance.now() - entry.cachedAt >= MAX_AGE_MS)
        return undefined;
      return entry.expiresAt > now() ? entry.actor : undefined;
    },
    expiresAt: (hash) => entries.get(hash)?.expiresAt,
    wasValid: (hash) => entries.has(hash),
    put(hash, actor, expiresAt, epochBefore) {
      if (epochBefore === epoch) entries.set(hash, { actor, expiresAt, cachedAt: performance.now() });
    },
    // Does not increment `epoch`, because requests with unknown tokens could then prevent caching.
    discard: (hash) => void entries.delete(hash),
    epoch: () => epoch,
  };
}
