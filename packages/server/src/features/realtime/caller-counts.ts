import type { Actor } from '../../access/index.ts';

const MAX_CONNECTIONS = 50;

/** At the limit, `take` returns an error message. */
export interface CallerCounts {
  take(actor: Actor): string | undefined;
  giveBack(actor: Actor): void;
}

export function callerKey({ clientId, userId }: Actor): string {
  return `${clientId}:${userId}`;
}

export function createCallerCounts(): CallerCounts {
  const counts = new Map<string, number>();
  return {
    take(actor) {
      const key = callerKey(actor);
      const count = counts.get(key) ?? 0;
      if (count >= MAX_CONNECTIONS) return `more than ${MAX_CONNECTIONS} connections of one user and client`;
      counts.set(key, count + 1);
      return undefined;
    },
    giveBack(actor) {
      const key = callerKey(actor);
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
