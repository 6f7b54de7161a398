import type { BotCapacity } from './claim-queries.ts';
import type { QueueResult } from './queries.ts';

/** Queues of one bot, */
export const MAX_PER_BOT = 8;
/** and of a bot that failed last: each of them may take 15 seconds, and the others need the places. */
const MAX_PER_FAILING_BOT = 1;

/** The places for queues that are under way in this process, and who may take them. */
export interface Slots {
  taken(): number;
  /** The bots with less capacity than `MAX_PER_BOT`, and how many more queues all slow receivers together may have. */
  capacities(): { capacities: BotCapacity[]; slowCapacity: number };
  take(userId: string): void;
  /** @param result what came of the queue; undefined when it is not known */
  giveBack(userId: string, result: QueueResult | undefined): void;
}

/**
 * Makes the slots. Bots whose last delivery failed or was slow count as slow receivers: together they take at most half of the slots.
 * Otherwise some thirty bots that answer after 14 seconds would hold all of them, and the others wait.
 * @param slowMs a call that takes longer is slow
 */
export function createSlots(limit: number, slowMs: number): Slots {
  const underWay = new Map<string, number>();
  const failing = new Set<string>();
  const slow = new Set<string>();
  let taken = 0;

  const isSlow = (userId: string) => failing.has(userId) || slow.has(userId);

  function note(userId: string, isSo: boolean, among: Set<string>): void {
    if (isSo) among.add(userId);
    else among.delete(userId);
  }

  return {
    taken: () => taken,
    capacities() {
      const known = new Set([...underWay.keys(), ...failing, ...slow]);
      const capacities = [...known].map((userId) => {
        const limit = failing.has(userId) ? MAX_PER_FAILING_BOT : MAX_PER_BOT;
        return { userId, capacity: limit - (underWay.get(userId) ?? 0), isSlow: isSlow(userId) };
      });
      let slowCapacity = Math.floor(limit / 2);
      for (const [userId, count] of underWay) if (isSlow(userId)) slowCapacity -= count;
      return { capacities, slowCapacity };
    },
    take(userId) {
      taken++;
      underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
    },
    giveBack(userId, result) {
      taken--;
      const count = (underWay.get(userId) ?? 1) - 1;
      if (count > 0) underWay.set(userId, count);
      else underWay.delete(userId);
      if (!result || result.attempts.length === 0) return;
      note(userId, result.attempts.length > result.delivered.length, failing);
      note(
        userId,
        result.attempts.some(({ ms }) => ms > slowMs),
        slow,
      );
    },
  };
}
