import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { deleteEndedClips, findWaitingClips } from './queries.ts';
import { workOn } from './work.ts';

const BATCH = 20;
/** How long can be asked what became of a recording. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Goes on with recordings whose caller has gone, or whose server has died. */
export const clipJobs: PeriodicJob = {
  name: 'clips',
  everyMs: 5_000,
  firstMs: 1_000,
  work: makeWaitingClips,
};

/** Makes the pages of all recordings that nobody works on, one after the other. */
export async function makeWaitingClips(
  env: Environment,
  onItemFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const key of await findWaitingClips(env.db, BATCH)) {
    if (env.closing.aborted) return;
    // It has been logged, and comes again.
    await workOn(env, key).catch(onItemFailure);
  }
}

/** Forgets what became of recordings long ago. */
export function deleteOldClips(env: Environment): Promise<void> {
  return deleteEndedClips(env.db, env.clock.now() - RETENTION_MS);
}
