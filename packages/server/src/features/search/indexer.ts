import type { Environment } from '../../environment.ts';
import type { PeriodicJob } from '../../periodic-jobs.ts';
import { BATCH, findBehind, lockCursor, readOn } from './index-queries.ts';
import { readPages } from './page-texts.ts';

const MAX_BINDERS = 500;

/**
 * Reads a binder's log into the index, up to its end or for `mostSteps` batches. Two at once wait for each other, and
 * the second finds the work done. Gives up to where the log is read now.
 */
export async function catchUp(env: Environment, binderId: string, mostSteps: number): Promise<number> {
  let index = 0;
  for (let step = 0; step < mostSteps; step++) {
    const read = await env.db.transaction(async (tx) => {
      const from = await lockCursor(tx, binderId);
      index = await readOn(tx, binderId, from);
      return index - from;
    });
    if (read < BATCH) break;
  }
  return index;
}

/** Keeps the index near the end of the logs, so that a search finds little left to read. */
export const indexing: PeriodicJob = {
  everyMs: 10_000,
  failureMessage: 'the search index is late; it is tried again',
  work: indexAll,
};

async function indexAll(env: Environment): Promise<void> {
  for (const binderId of await findBehind(env.db, MAX_BINDERS)) {
    if (env.closing.aborted) return;
    await catchUp(env, binderId, 50);
    await readPages(env, binderId);
  }
}
