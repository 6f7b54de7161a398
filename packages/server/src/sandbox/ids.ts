import { createHash } from 'node:crypto';
import { type IdKind, type Ids, idOf } from '../environment/ids.ts';

/** Random ids until a seed is set. Then the same calls produce the same ids. */
export interface SeededIds extends Ids {
  /**
   * Restarts the sequence.
   * @param seed null: random ids again
   * @param instance distinguishes processes that share a seed, and restarts: no two may produce the same id
   */
  reseed(seed: string | null, instance: number): void;
}

/** @param random source without a seed */
export function createSeededIds(random: Ids): SeededIds {
  let from: { seed: string; instance: number; counts: Map<IdKind, number> } | undefined;
  return {
    next(kind) {
      if (from === undefined) return random.next(kind);
      // One counter per kind: concurrent work changes the order of different kinds more often than that within one
      // kind.
      const count = (from.counts.get(kind) ?? 0) + 1;
      from.counts.set(kind, count);
      const digest = createHash('sha256')
        .update(JSON.stringify([from.seed, from.instance, kind, count]))
        .digest();
      return idOf(kind, digest.subarray(0, 16));
    },
    reseed(seed, instance) {
      from = seed === null ? undefined : { seed, instance, counts: new Map() };
    },
  };
}
