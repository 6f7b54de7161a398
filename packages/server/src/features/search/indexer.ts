import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  BATCH,
  findBehind,
  findChanged,
  forgetTerms,
  lockPosition,
  movePosition,
  storeTerms,
} from './index-queries.ts';
import { vectorOf } from './lexemes.ts';
import { readPages } from './page-texts.ts';
import { shownText } from './shown-text.ts';

const MAX_BINDERS = 500;

/**
 * Reads a binder's log into the index, up to its end or for `mostSteps` batches. Two at once wait for each other, and
 * the second finds the work done. Returns up to where the log is read now, and whether that is its end.
 */
export async function catchUp(env: Environment, binderId: string, mostSteps: number): Promise<Progress> {
  let progress: Progress = { seq: 0, isAll: false };
  for (let step = 0; step < mostSteps && !progress.isAll; step++)
    progress = await env.db.transaction((tx) => readOn(tx, binderId));
  return progress;
}

interface Progress {
  seq: number;
  isAll: boolean;
}

async function readOn(tx: Transaction, binderId: string): Promise<Progress> {
  const position = await lockPosition(tx, binderId);
  if (!position) return { seq: 0, isAll: true };
  const { epoch, latest_epoch: latestEpoch, latest_seq: latest } = position;
  // Of a binder that was imported, or from which something was erased, there is another history.
  if (epoch !== latestEpoch) await forgetTerms(tx, binderId);
  const from = epoch === latestEpoch ? position.seq : 0;
  const to = Math.min(latest, from + BATCH);
  if (to > from) {
    const changed = await findChanged(tx, binderId, { from, to });
    const things = changed.map(({ type, id, form, text }) => ({
      type,
      id,
      vector: text === null ? null : vectorOf(shownText(form, text)),
    }));
    if (things.length > 0) await storeTerms(tx, binderId, things);
  }
  if (to !== position.seq || epoch !== latestEpoch)
    await movePosition(tx, binderId, { epoch: latestEpoch, seq: to });
  return { seq: to, isAll: to === latest };
}

/** Keeps the index near the end of the logs, so that a search finds little left to read. */
export const indexing: PeriodicJob = {
  everyMs: 10_000,
  failureMessage: 'the search index is late; it is tried again',
  work: indexAll,
};

async function indexAll(env: Environment): Promise<void> {
  const failures: unknown[] = [];
  for (const binderId of await findBehind(env.db, MAX_BINDERS)) {
    if (env.closing.aborted) return;
    // One that fails must not keep those behind it from being found.
    await indexBinder(env, binderId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function indexBinder(env: Environment, binderId: string): Promise<void> {
  await catchUp(env, binderId, 200);
  await readPages(env, binderId);
}
