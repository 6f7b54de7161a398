import type { Environment } from '../../../environment.ts';
import { type LaneResult, settleLanes } from './queries.ts';

/** Writes down what came of lanes: those that end while a transaction is under way go into the next one together. */
export interface Settlements {
  /** Ends when it is written down. Rejects when the database is away; the lane is then free when its lease ends. */
  add(result: LaneResult): Promise<void>;
}

/** Makes what writes down what came of lanes. */
export function createSettlements(env: Pick<Environment, 'db' | 'clock'>): Settlements {
  let waiting: LaneResult[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  async function settle(): Promise<void> {
    await running.catch(() => undefined);
    const batch = waiting;
    waiting = [];
    next = undefined;
    running = env.db.transaction((tx) => settleLanes(tx, batch, env.clock.now()));
    await running;
  }

  return {
    add(result) {
      waiting.push(result);
      next ??= settle();
      return next;
    },
  };
}
