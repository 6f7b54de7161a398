import type { BotCapacity } from './claim-queries.ts';
import type { QueueResult } from './queries.ts';

export const MAX_PER_BOT = 8;
/** Each request may take 15 seconds, and other bots need the slots. */
const MAX_PER_FAILING_BOT = 1;

export interface Slots {
  inUse(): number;
  capacities(): { capacities: BotCapacity[]; slowCapacity: number };
  acquire(userId: string): void;
  release(userId: string, result: QueueResult | undefined): void;
}

/** Failing and slow receivers share at most half of the slots, so that a few of them cannot occupy all. */
export function createSlots(limit: number, slowMs: number): Slots {
  const running = new Map<string, number>();
  const failing = new Set<string>();
  const slow = new Set<string>();
  let inUse = 0;

  const isSlow = (userId: string) => failing.has(userId) || slow.has(userId);

  function setMembership(userId: string, isSo: boolean, among: Set<string>): void {
    if (isSo) among.add(userId);
    else among.delete(userId);
  }

  return {
    inUse: () => inUse,
    capacities() {
      const excluded = new Set([...running.keys(), ...failing, ...slow]);
      const capacities = [...excluded].map((userId) => {
        const limit = failing.has(userId) ? MAX_PER_FAILING_BOT : MAX_PER_BOT;
        return { userId, capacity: limit - (running.get(userId) ?? 0), isSlow: isSlow(userId) };
      });
      let slowCapacity = Math.floor(limit / 2);
      for (const [userId, count] of running) if (isSlow(userId)) slowCapacity -= count;
      return { capacities, slowCapacity };
    },
    acquire(userId) {
      inUse++;
      running.set(userId, (running.get(userId) ?? 0) + 1);
    },
    release(userId, result) {
      inUse--;
      const count = (running.get(userId) ?? 1) - 1;
      if (count > 0) running.set(userId, count);
      else running.delete(userId);
      if (!result || result.attempts.length === 0) return;
      setMembership(userId, result.attempts.length > result.delivered.length, failing);
      setMembership(
        userId,
        result.attempts.some(({ ms }) => ms > slowMs),
        slow,
      );
    },
  };
}
