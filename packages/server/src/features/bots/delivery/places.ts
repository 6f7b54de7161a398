import type { BotRoom } from './claim-queries.ts';
import type { LaneResult } from './queries.ts';

/** Lanes of one bot, */
export const MOST_OF_A_BOT = 8;
/** and of a bot that failed last: each of them may take 15 seconds, and the others need the places. */
const MOST_OF_A_FAILING_BOT = 1;

/** The places for lanes that are under way in this process, and who may take them. */
export interface Places {
  /** How many lanes are under way. */
  taken(): number;
  /** The bots that have less room than `MOST_OF_A_BOT`, and how many more lanes all laggards may have. */
  rooms(): { rooms: BotRoom[]; roomOfLaggards: number };
  take(userId: string): void;
  /** @param result what came of the lane; undefined when it is not known */
  giveBack(userId: string, result: LaneResult | undefined): void;
}

/**
 * Makes places. Bots that failed or were slow last are laggards: together they take half of the places and no more.
 * Otherwise some thirty bots that answer after 14 seconds would hold all of them, and the others wait.
 * @param slowMs a call that takes longer is slow
 */
export function createPlaces(most: number, slowMs: number): Places {
  const underWay = new Map<string, number>();
  const failing = new Set<string>();
  const slow = new Set<string>();
  let taken = 0;

  const isLaggard = (userId: string) => failing.has(userId) || slow.has(userId);

  function note(userId: string, isSo: boolean, among: Set<string>): void {
    if (isSo) among.add(userId);
    else among.delete(userId);
  }

  return {
    taken: () => taken,
    rooms() {
      const known = new Set([...underWay.keys(), ...failing, ...slow]);
      const rooms = [...known].map((userId) => {
        const most = failing.has(userId) ? MOST_OF_A_FAILING_BOT : MOST_OF_A_BOT;
        return { userId, room: most - (underWay.get(userId) ?? 0), isLaggard: isLaggard(userId) };
      });
      let roomOfLaggards = Math.floor(most / 2);
      for (const [userId, count] of underWay) if (isLaggard(userId)) roomOfLaggards -= count;
      return { rooms, roomOfLaggards };
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
