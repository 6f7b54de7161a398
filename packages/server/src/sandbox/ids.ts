import { createHash } from 'node:crypto';
import { type IdKind, type Ids, idOf } from '../environment/ids.ts';

/** Random ids until a seed is set. With a seed, the same sequence of calls produces the same ids. */
export interface SeededIds extends Ids {
  /**
   * Restarts the sequence.
   * @param seed null for random ids
   * @param instance number that differs for each process and each restart with this seed, so that no two produce the
   *   same id
   */
  reseed(seed: string | null, instance: number): void;
}

/** @param random source of ids while no seed is set */
export function createSeededIds(random: Ids): SeededIds {
  let from: { seed: string; instance: number; counts: Map<IdKind, number> } | undefined;
  return {
    next(kind) {
      if (from === undefined) return random.next(kind);
      // One counter per kind, because concurrent work reorders ids of different kinds more often than ids of one kind.
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
