import type { Environment } from '../../../environment/environment.ts';
import { acknowledgeQueues, type QueueResult } from './queries.ts';

/** Writes down what came of queues: those that end while a transaction is under way go into the next one together. */
export interface Acknowledgements {
  /** Ends when it is written down. Rejects when the database is away; the queue is then free when its lease ends. */
  add(result: QueueResult): Promise<void>;
}

/** Makes what writes down what came of queues. */
export function createAcknowledgements(env: Pick<Environment, 'db' | 'clock'>): Acknowledgements {
  let waiting: QueueResult[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  async function settle(): Promise<void> {
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
      next ??= settle();
      return next;
    },
  };
}
