import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { deleteEndedClips, findWaitingClips } from './queries.ts';
import { workOn } from './work.ts';

const BATCH = 20;
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Continues work whose caller disconnected or whose process ended. */
export const clipJobs: PeriodicJob = {
  name: 'clips',
  everyMs: 5_000,
  firstMs: 1_000,
  work: makeWaitingClips,
};

export async function makeWaitingClips(
  env: Environment,
  onItemFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const key of await findWaitingClips(env.db, BATCH)) {
    if (env.closing.aborted) return;
    // `workOn` has logged the error.
    await workOn(env, key).catch(onItemFailure);
  }
}

export function deleteOldClips(env: Environment): Promise<void> {
  return deleteEndedClips(env.db, env.clock.now() - RETENTION_MS);
}
