import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../environment.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { type CountAttempt, resultOf } from './figures.ts';
import { type ClaimedLane, claimLanes, type LaneResult } from './queries.ts';
import { runLane } from './run-lane.ts';
import { createSettlements } from './settlements.ts';

/** Lanes under way in this process: calls at once to all receivers. */
const MOST_LANES = 256;
/** Lanes of one bot, */
const MOST_OF_A_BOT = 8;
/** and of a bot that failed last: each of them may take 15 seconds, and the others need the places. */
const MOST_OF_A_FAILING_BOT = 1;
const MOST_IN_A_CLAIM = 64;
/** Retries come due, and a wake-up can be lost (another process wrote), so lanes are looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** What of an environment the pushing of events needs. */
export type DeliveryParts = Pick<Environment, 'db' | 'bus' | 'clock' | 'config' | 'secrets' | 'log'>;

/** The pushing of events to bots, under way. */
export interface Delivery {
  /** What its lanes are claimed under. */
  lease: string;
  /** Ends it: no new calls begin, those under way are waited for. */
  stop(): Promise<void>;
}

/**
 * Begins to push the events of bots to their addresses. Several processes share the work; what a process that died had
 * claimed is taken over when its lease ends.
 * @param options `mostLanes` are under way at once; `count` is told how each call ended
 */
export function startDelivery(
  env: DeliveryParts,
  outbound: Outbound,
  { mostLanes = MOST_LANES, count }: { mostLanes?: number; count?: CountAttempt } = {},
): Delivery {
  const lease = randomUUID();
  const settlements = createSettlements(env, lease);
  const underWay = new Map<string, number>();
  const failing = new Set<string>();
  const runs = new Set<Promise<void>>();
  let stopped = false;
  let woken = false;
  let claiming: Promise<void> | undefined;

  const hasRoom = () => !stopped && runs.size < mostLanes;

  function wake(): void {
    woken = true;
    if (claiming || !hasRoom()) return;
    claiming = claim().finally(() => {
      claiming = undefined;
      if (woken) wake();
    });
  }

  async function claim(): Promise<void> {
    while (woken && hasRoom()) {
      woken = false;
      const most = Math.min(MOST_IN_A_CLAIM, mostLanes - runs.size);
      const wish = { lease, now: env.clock.now(), most, rooms: rooms(), roomOfOthers: MOST_OF_A_BOT };
      try {
        const lanes = await claimLanes(env.db, wish);
        for (const lane of lanes) begin(lane);
        // There may be more than could be claimed at once.
        if (lanes.length > 0) woken = true;
      } catch (error) {
        env.log.warn({ err: error }, 'events are pushed late; it is tried again');
        break;
      }
    }
  }

  /** The room of bots that have less than the others. */
  function rooms() {
    return [...new Set([...underWay.keys(), ...failing])].map((userId) => ({
      userId,
      room: (failing.has(userId) ? MOST_OF_A_FAILING_BOT : MOST_OF_A_BOT) - (underWay.get(userId) ?? 0),
    }));
  }

  function begin(lane: ClaimedLane): void {
    const userId = lane.user_id;
    underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
    const run = runLane(env, outbound, lane, () => stopped)
      .then((result) => {
        judge(result);
        for (const attempt of result.attempts) count?.(resultOf(attempt));
        return settlements.add(result);
      })
      .catch((error) =>
        env.log.warn({ err: error }, 'what was pushed could not be noted; it may be pushed again'),
      )
      .finally(() => {
        runs.delete(run);
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left > 0) underWay.set(userId, left);
        else underWay.delete(userId);
        wake();
      });
    runs.add(run);
  }

  function judge({ userId, delivered, attempts }: LaneResult): void {
    if (attempts.length > delivered.length) failing.add(userId);
    else if (delivered.length > 0) failing.delete(userId);
  }

  const unsubscribe = env.bus.subscribeAll((id) => {
    if (id.startsWith('U')) wake();
  });
  const timer = setInterval(wake, LOOK_EVERY_MS);
  timer.unref();
  wake();
  return {
    lease,
    async stop() {
      stopped = true;
      unsubscribe();
      clearInterval(timer);
      await claiming;
      await Promise.all(runs);
    },
  };
}
