import type { Environment } from '../../environment.ts';
import { BATCH, findBehind, lockPlace, readOn } from './index-queries.ts';

const LOOK_EVERY_MS = 10_000;
const MOST_BINDERS = 500;

/**
 * Reads a binder's log into the index, up to its end or for `mostSteps` batches. Two at once wait for each other, and
 * the second finds the work done. Gives whether the end was reached.
 */
export async function catchUp(env: Environment, binderId: string, mostSteps: number): Promise<boolean> {
  for (let step = 0; step < mostSteps; step++) {
    const read = await env.db.transaction(async (tx) => {
      const from = await lockPlace(tx, binderId);
      return (await readOn(tx, binderId, from)) - from;
    });
    if (read < BATCH) return true;
  }
  return false;
}

/**
 * Keeps the index of every environment near the end of the logs, so that a search finds little left to read.
 * @returns a function that ends it
 */
export function startIndexing(environments: Environment[]): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    for (const env of environments) {
      await indexAll(env).catch((error) =>
        env.log.warn({ err: error }, 'the search index is late; it is tried again'),
      );
    }
    busy = false;
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function indexAll(env: Environment): Promise<void> {
  for (const binderId of await findBehind(env.db, MOST_BINDERS)) {
    if (env.closing.aborted) return;
    await catchUp(env, binderId, 50);
  }
}
