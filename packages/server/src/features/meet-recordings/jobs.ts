import { NotComposed } from '@ringbinder/sfu';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { ApiError } from '../../errors.ts';
import { localRecordings, removeRecordingFolder } from './folder.ts';
import { makeRecordingPage } from './make-page.ts';
import { claimRecording, failRecording, type RecordingRow, removeFailed, updateProgress } from './queries.ts';

const CLAIM_MS = 30_000;
const MOVE_MS = 2_000;
/** A recording may crash the process. */
const MAX_ATTEMPTS = 4;
/** After this time, the machine with the tracks counts as lost. */
const LOST_MS = 24 * 60 * 60 * 1000;
/** Failed recordings are listed for this time. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export const meetRecordingJobs: PeriodicJob = {
  name: 'meet_recordings',
  everyMs: 2_000,
  work: composeWaiting,
};

export async function composeWaiting(env: Environment): Promise<void> {
  while (!env.closing.aborted) {
    const here = await localRecordings(env);
    const times = { now: env.clock.now(), forMs: CLAIM_MS, lostMs: LOST_MS };
    const row = await claimRecording(env.db, { ...times, here });
    if (row === undefined) return;
    await workOn(env, row);
  }
}

async function workOn(env: Environment, row: RecordingRow): Promise<void> {
  let progress = 0;
  const move = setInterval(() => {
    updateProgress(env.db, row, progress, CLAIM_MS).catch(() => undefined);
  }, MOVE_MS);
  try {
    await makeRecordingPage(env, row, (part) => {
      progress = part;
    });
  } catch (error) {
    const isForGood = error instanceof NotComposed || (error instanceof ApiError && error.status < 429);
    if (env.closing.aborted) return;
    if (!isForGood && row.attempts < MAX_ATTEMPTS) throw error;
    env.log.error({ err: error, recording: row.id }, 'meet recording: failed');
    await failRecording(env.db, row, error instanceof Error ? error.message : 'failed', env.clock.now());
  } finally {
    clearInterval(move);
  }
}

export async function deleteFailedRecordings(env: Environment): Promise<void> {
  for (const id of await removeFailed(env.db, env.clock.now() - RETENTION_MS))
    await removeRecordingFolder(env, id);
}
