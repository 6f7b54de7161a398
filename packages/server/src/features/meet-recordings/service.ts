import { randomBytes } from 'node:crypto';
import { findProgram } from '@ringbinder/page-renderer';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, conflict, preconditionFailed } from '../../errors.ts';
import type { MeetRow } from '../meets/index.ts';
import { makeRecordingFolder, removeRecordingFolder } from './folder.ts';
import {
  addMark,
  endOrphan,
  endRecording,
  insertRecording,
  leaseRecording,
  type RecordingKey,
  type RecordingMark,
  setNotRecorded,
} from './queries.ts';

const CLAIM_MS = 15_000;
const HOLD_MS = 4_000;

export interface LeasedRecording {
  readonly key: RecordingKey;
  readonly folder: string;
  readonly startedAt: number;
  mark(type: RecordingMark['type'], name: string): void;
  stop(): Promise<void>;
  end(at: number): Promise<void>;
  /** Stops renewing the claim. Another process can then take over the recording. */
  release(): void;
}

/** The recording that a previous process left behind becomes its own page. */
export async function resumeRecording(
  env: Environment,
  meet: Pick<MeetRow, 'binder_id' | 'id'>,
  by: Pick<Actor, 'userId'>,
): Promise<LeasedRecording> {
  await endOrphan(env.db, meet, env.clock.now());
  return beginRecording(env, meet, by);
}

export async function beginRecording(
  env: Environment,
  meet: Pick<MeetRow, 'binder_id' | 'id'>,
  by: Pick<Actor, 'userId'>,
): Promise<LeasedRecording> {
  if ((await findProgram(['ffmpeg'], process.env.PATH ?? '')) === null)
    throw preconditionFailed(because('recording_no_ffmpeg'));
  const key = { binder_id: meet.binder_id, meet_id: meet.id, id: randomBytes(16).toString('hex') };
  const folder = await makeRecordingFolder(env, key.id);
  const startedAt = env.clock.now();
  const begun = await insertRecording(env.db, key, {
    userId: by.userId,
    at: startedAt,
    forMs: CLAIM_MS,
  });
  if (!begun) {
    await removeRecordingFolder(env, key.id);
    throw conflict(because('recording_already'));
  }
  const hold = setInterval(() => {
    leaseRecording(env.db, key, CLAIM_MS).catch(() => undefined);
  }, HOLD_MS).unref();
  return {
    key,
    folder,
    startedAt,
    mark(type, name) {
      const mark = { type, name, at: env.clock.now() };
      addMark(env.db, key, mark).catch((error) =>
        env.log.warn({ err: error, recording: key.id }, 'meet recording: storing a chapter failed'),
      );
    },
    stop: () => setNotRecorded(env.db, key),
    async end(at) {
      clearInterval(hold);
      await endRecording(env.db, key, at);
    },
    release: () => clearInterval(hold),
  };
}
