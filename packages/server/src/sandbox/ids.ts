import { createHash } from 'node:crypto';
import { type IdKind, type Ids, idOf } from '../environment/ids.ts';

export interface SeededIds extends Ids {
  reseed(seed: string | null, instance: number): void;
}

export function createSeededIds(random: Ids): SeededIds {
  let from: { seed: string; instance: number; counts: Map<IdKind, number> } | undefined;
  return {
    next(kind) {
      if (from === undefined) return random.next(kind);
      // Each kind has its own count, because concurrent work rarely changes the order of ids of one kind.
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
