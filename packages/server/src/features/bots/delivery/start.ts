import type { Environment } from '../../../environment.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { makeDueAgain } from './claim-queries.ts';
import { type CountAttempt, resultOf } from './figures.ts';
import { createLeases, type Hold } from './leases.ts';
import { createPlaces, MOST_OF_A_BOT } from './places.ts';
import type { LaneResult } from './queries.ts';
import { runLane } from './run-lane.ts';
import { createSettlements } from './settlements.ts';

/** Lanes under way in this process: calls at once to all receivers. */
const MOST_LANES = 256;
const MOST_IN_A_CLAIM = 64;
/** What takes longer may be a receiver that keeps places from others. */
const SLOW_MS = 2_000;
/** Retries come due, and a wake-up can be lost (another process wrote), so lanes are looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** What of an environment the pushing of events needs. */
export type DeliveryParts = Pick<Environment, 'db' | 'bus' | 'clock' | 'config' | 'secrets' | 'log'>;

/** The pushing of events to bots, under way. */
export interface Delivery {
  /** What the names of its leases begin with. */
  lease: string;
  /** Ends it: no new calls begin, those under way are waited for. */
  stop(): Promise<void>;
}

/**
 * Begins to push the events of bots to their addresses. Several processes share the work; what a process that died had
 * claimed is taken over when its lease ends.
 * @param options `mostLanes` are under way at once; `slowMs` is the time after which a call is slow; `leaseMs` is how long
 * a lane is held without being renewed; `count` is told how each call ended
 */
export function startDelivery(
  env: DeliveryParts,
  outbound: Outbound,
  options: { mostLanes?: number; slowMs?: number; leaseMs?: number; count?: CountAttempt } = {},
): Delivery {
  const { mostLanes = MOST_LANES, slowMs = SLOW_MS, count } = options;
  const leases = createLeases(env, options.leaseMs);
  const settlements = createSettlements(env);
  const places = createPlaces(mostLanes, slowMs);
  const runs = new Set<Promise<void>>();
  let stopped = false;
  let woken = false;
  let claiming: Promise<void> | undefined;

  const hasRoom = () => !stopped && places.taken() < mostLanes;

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
      const most = Math.min(MOST_IN_A_CLAIM, mostLanes - places.taken());
      const wish = { now: env.clock.now(), most, ...places.rooms(), roomOfOthers: MOST_OF_A_BOT };
      try {
        const holds = await leases.claim(wish);
        for (const hold of holds) begin(hold);
        // There may be more than could be claimed at once.
        if (holds.length > 0) woken = true;
      } catch (error) {
        env.log.warn({ err: error }, 'events are pushed late; it is tried again');
        break;
      }
    }
  }

  function begin(hold: Hold): void {
    const userId = hold.lane.user_id;
    let result: LaneResult | undefined;
    places.take(userId);
    const run = runLane(env, outbound, hold, { stopped: () => stopped, slowMs })
      .then((came) => {
        result = came;
        for (const attempt of came.attempts) count?.(resultOf(attempt));
        return settlements.add(came);
      })
      .catch((error) =>
        env.log.warn({ err: error }, 'what was pushed could not be noted; it may be pushed again'),
      )
      .finally(() => {
        runs.delete(run);
        hold.end();
        places.giveBack(userId, result);
        wake();
      });
    runs.add(run);
  }

  async function look(): Promise<void> {
    // When the database is away, the claim tells so.
    await makeDueAgain(env.db, env.clock.now()).catch(() => undefined);
    wake();
  }

  const unsubscribe = env.bus.subscribeAll((id) => {
    if (id.startsWith('U')) wake();
  });
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  wake();
  return {
    lease: leases.name,
    async stop() {
      stopped = true;
      unsubscribe();
      clearInterval(timer);
      await claiming;
      await Promise.all(runs);
      leases.stop();
    },
  };
}
