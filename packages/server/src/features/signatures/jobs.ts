import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { SIGNATURE_JOBS } from '../transactions/index.ts';
import { drawVersion, SignaturesChanged } from './draw-version.ts';
import { claimJob, delayJob, type SignatureJob } from './queries.ts';

const CLAIM_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60 * 1_000;

export const signatureJobs: PeriodicJob = {
  name: SIGNATURE_JOBS,
  everyMs: 5_000,
  firstMs: 1_000,
  work: drawSignatures,
};

export async function drawSignatures(
  env: Environment,
  onItemFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  while (!env.closing.aborted) {
    const job = await claimJob(env.db, env.clock.now(), CLAIM_MS);
    if (!job) return;
    await draw(env, job).catch(async (error: unknown) => {
      if (env.closing.aborted) return;
      const ms = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (job.attempts - 1));
      await delayJob(env.db, job, env.clock.now() + ms);
      onItemFailure(error);
      const fields = { err: error, binder: job.binder_id, file: job.file_id, retry_ms: ms };
      env.log.warn(fields, 'signatures: drawing failed, retrying');
    });
  }
}

const MAX_CHANGES = 3;

async function draw(env: Environment, job: SignatureJob): Promise<void> {
  for (let change = 1; ; change++) {
    try {
      return await drawVersion(env, job);
    } catch (error) {
      if (!(error instanceof SignaturesChanged) || change === MAX_CHANGES) throw error;
    }
  }
}
