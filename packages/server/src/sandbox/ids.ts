import { createHash } from 'node:crypto';
import { type IdKind, type Ids, idOf } from '../environment/ids.ts';

/** Ids that are random until they are given a seed; from then on the same calls get the same ones. */
export interface SeededIds extends Ids {
  /**
   * Begins anew.
   * @param seed null: random ids again
   * @param instance tells apart processes that share a seed, or one before and after a restart: no two may make the same id
   */
  reseed(seed: string | null, instance: number): void;
}

/** @param random what ids are made by without a seed */
export function createSeededIds(random: Ids): SeededIds {
  let from: { seed: string; instance: number; counts: Map<IdKind, number> } | undefined;
  return {
    next(kind) {
      if (from === undefined) return random.next(kind);
      // Each kind is counted by itself: what goes on side by side mixes up kinds before it mixes up one of them.
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
