import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../access/index.ts';
import type { Revocations } from '../../../storage/revocations.ts';

const MAX_TOKENS = 50_000;
/** Bounds what nobody announces: a row that someone changed in the database by hand. */
const MAX_AGE_MS = 10_000;

/** Who recently seen tokens stand for, so that a warm token costs no query. */
export interface TokenCache {
  get(hash: string): Actor | undefined;
  /** When the token that is known expires, milliseconds since 1970; undefined for one that is not known. */
  expiresAt(hash: string): number | undefined;
  /** Whether the token counted when it was last looked up, however long ago. */
  hasCounted(hash: string): boolean;
  /** Keeps an answer of the database, unless something was revoked since `epoch` was taken. */
  put(hash: string, actor: Actor, expiresAt: number, epoch: number): void;
  discard(hash: string): void;
  /** Counts revocations. A look-up that began before one must not be kept after it. */
  epoch(): number;
}

/**
 * An empty cache, which listens for revocations, here and in other processes.
 * @param now the environment's clock, milliseconds: a token expires by it. How long an answer is kept goes by the
 * machine's own time, since the sandbox's clock may stand still.
 */
export function createTokenCache(
  now: () => number,
  revocations: Pick<Revocations, 'subscribe' | 'isCurrent'>,
): TokenCache {
  const entries = new LRUCache<string, { actor: Actor; expiresAt: number; keptAt: number }>({
    // By size: `max` sets aside the memory of all at once.
    maxSize: MAX_TOKENS,
    sizeCalculation: () => 1,
  });
  let epoch = 0;
  revocations.subscribe((revoked) => {
    // First, so that a look-up that began before does not bring back what it found then.
    epoch++;
    if (revoked === 'any') entries.clear();
    else if ('token' in revoked) entries.delete(revoked.token);
  });
  return {
    get(hash) {
      const entry = entries.get(hash);
      if (!entry || !revocations.isCurrent() || performance.now() - entry.keptAt >= MAX_AGE_MS)
        return undefined;
      return entry.expiresAt > now() ? entry.actor : undefined;
    },
    expiresAt: (hash) => entries.get(hash)?.expiresAt,
    hasCounted: (hash) => entries.has(hash),
    put(hash, actor, expiresAt, epochBefore) {
      if (epochBefore === epoch) entries.set(hash, { actor, expiresAt, keptAt: performance.now() });
    },
    // Counts no revocation: whoever tries out unknown tokens would keep the others from being cached.
    discard: (hash) => void entries.delete(hash),
    epoch: () => epoch,
  };
}
