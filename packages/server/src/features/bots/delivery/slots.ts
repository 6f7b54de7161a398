import type { BotCapacity } from './claim-queries.ts';
import type { QueueResult } from './queries.ts';

export const MAX_PER_BOT = 8;
/** Limit after a failure, because each call may take 15 seconds and other bots need the slots. */
const MAX_PER_FAILING_BOT = 1;

export interface Slots {
  inUse(): number;
  capacities(): { capacities: BotCapacity[]; slowCapacity: number };
  take(userId: string): void;
  giveBack(userId: string, result: QueueResult | undefined): void;
}

/**
 * Receivers whose last run failed or was slow share at most half of the slots. Otherwise thirty bots that respond after
 * 14 seconds would occupy all slots.
 */
export function createSlots(limit: number, slowMs: number): Slots {
  const underWay = new Map<string, number>();
  const failing = new Set<string>();
  const slow = new Set<string>();
  let inUse = 0;

  const isSlow = (userId: string) => failing.has(userId) || slow.has(userId);

  function note(userId: string, isSo: boolean, among: Set<string>): void {
    if (isSo) among.add(userId);
    else among.delete(userId);
  }

  return {
    inUse: () => inUse,
    capacities() {
      const excluded = new Set([...underWay.keys(), ...failing, ...slow]);
      const capacities = [...excluded].map((userId) => {
        const limit = failing.has(userId) ? MAX_PER_FAILING_BOT : MAX_PER_BOT;
        return { userId, capacity: limit - (underWay.get(userId) ?? 0), isSlow: isSlow(userId) };
      });
      let slowCapacity = Math.floor(limit / 2);
      for (const [userId, count] of underWay) if (isSlow(userId)) slowCapacity -= count;
      return { capacities, slowCapacity };
    },
    take(userId) {
      inUse++;
      underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
    },
    giveBack(userId, result) {
      inUse--;
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
