import type { Environment } from '../../../environment/environment.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { makeDueAgain } from './claim-queries.ts';
import { createLeases, type QueueLease } from './leases.ts';
import { attemptResultOf, type CountAttempt } from './metrics.ts';
import { acknowledgeQueues, type QueueResult } from './queries.ts';
import { runQueue } from './run-queue.ts';
import { createSlots, MAX_PER_BOT } from './slots.ts';

const MAX_QUEUES = 256;
const MAX_PER_CLAIM = 64;
const SLOW_MS = 2_000;
/** Polling finds due retries, and events whose wake-ups were lost. */
const POLL_INTERVAL_MS = 1_000;

export type DeliveryParts = Pick<Environment, 'name' | 'db' | 'bus' | 'clock' | 'config' | 'secrets' | 'log'>;

export interface Delivery {
  lease: string;
  stop(): Promise<void>;
}

export function startDelivery(
  env: DeliveryParts,
  outbound: Outbound,
  options: { maxQueues?: number; slowMs?: number; leaseMs?: number; count?: CountAttempt } = {},
): Delivery {
  const { maxQueues = MAX_QUEUES, slowMs = SLOW_MS, count } = options;
  const leases = createLeases(env, options.leaseMs);
  const acknowledgements = createAcknowledgements(env);
  const slots = createSlots(maxQueues, slowMs);
  const runs = new Set<Promise<void>>();
  let stopped = false;
  let needsClaim = false;
  let claiming: Promise<void> | undefined;

  const hasCapacity = () => !stopped && slots.inUse() < maxQueues;

  function wake(): void {
    needsClaim = true;
    if (claiming || !hasCapacity()) return;
    claiming = claim().finally(() => {
      claiming = undefined;
      if (needsClaim) wake();
    });
  }

  async function claim(): Promise<void> {
    while (needsClaim && hasCapacity()) {
      needsClaim = false;
      const limit = Math.min(MAX_PER_CLAIM, maxQueues - slots.inUse());
      const input = { now: env.clock.now(), limit, ...slots.capacities(), defaultCapacity: MAX_PER_BOT };
      try {
        const holds = await leases.claim(input);
        for (const hold of holds) startRun(hold);
        if (holds.length > 0) needsClaim = true;
      } catch (error) {
        env.log.warn({ err: error }, 'bot delivery: claiming queues failed, retrying');
        break;
      }
    }
  }

  function startRun(hold: QueueLease): void {
    const userId = hold.queue.user_id;
    let result: QueueResult | undefined;
    slots.acquire(userId);
    const run = runQueue(env, outbound, hold, { stopped: () => stopped, slowMs })
      .then((queueResult) => {
        result = queueResult;
        for (const attempt of queueResult.attempts) count?.(attemptResultOf(attempt));
        return acknowledgements.add(queueResult);
      })
      .catch((error) =>
        env.log.warn({ err: error }, 'bot delivery: storing the outcome failed, events may be pushed again'),
      )
      .finally(() => {
        runs.delete(run);
        hold.end();
        slots.release(userId, result);
        wake();
      });
    runs.add(run);
  }

  async function poll(): Promise<void> {
    await makeDueAgain(env.db, env.clock.now()).catch(() => undefined);
    wake();
  }

  const unsubscribe = env.bus.subscribeAll((id) => {
    if (/^[UC]/.test(id)) wake();
  });
  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
  timer.unref();
  const unsubscribeClock = env.clock.onMove?.(wake);
  wake();
  return {
    lease: leases.name,
    async stop() {
      stopped = true;
      unsubscribe();
      unsubscribeClock?.();
      clearInterval(timer);
      await claiming;
      await Promise.all(runs);
      leases.stop();
    },
  };
}

/** Outcomes that arrive during a transaction are stored together in the next one. */
interface Acknowledgements {
  /** Rejects if the database is down. The queue's lease then expires. */
  add(result: QueueResult): Promise<void>;
}

function createAcknowledgements(env: Pick<Environment, 'db' | 'clock'>): Acknowledgements {
  let waiting: QueueResult[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  async function storeNext(): Promise<void> {
    await running.catch(() => undefined);
    const batch = waiting;
    waiting = [];
    next = undefined;
    running = env.db.transaction((tx) => acknowledgeQueues(tx, batch, env.clock.now()));
    await running;
  }

  return {
    add(result) {
      waiting.push(result);
      next ??= storeNext();
      return next;
    },
  };
}
