import { randomBytes } from 'node:crypto';
import { findProgram } from '@ringbinder/page-renderer';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { conflict, preconditionFailed } from '../../errors.ts';
import type { MeetRow } from '../meets/index.ts';
import { makeRecordingFolder, removeRecordingFolder } from './folder.ts';
import {
  addMark,
  endOrphan,
  endRecording,
  holdRecording,
  insertRecording,
  type RecordingKey,
  type RecordingMark,
  setNotRecorded,
} from './queries.ts';

/** A claim lasts so long; who records moves its end in time, so that one of a process that died is soon free. */
const CLAIM_MS = 15_000;
const HOLD_MS = 4_000;

export interface HeldRecording {
  readonly key: RecordingKey;
  /** Where its tracks are to be written. */
  readonly folder: string;
  readonly startedAt: number;
  /** Notes who came, and who shared a screen. */
  mark(type: RecordingMark['type'], name: string): void;
  /** Remembers that nobody wants it any more: who has the meet next does not go on with it. */
  stop(): Promise<void>;
  /** It is over since `at`: what was written is composed from now on, by whichever process. */
  end(at: number): Promise<void>;
  /** Lets it go as if the process had died, for another to go on with. */
  release(): void;
}

/**
 * Goes on with what another process recorded of a meet, which this one holds now. What it has written is composed, and another
 * recording begins. Throws as `beginRecording`.
 */
export async function resumeRecording(
  env: Environment,
  meet: Pick<MeetRow, 'binder_id' | 'id'>,
  by: Pick<Actor, 'userId'>,
): Promise<HeldRecording> {
  await endOrphan(env.db, meet, env.clock.now());
  return beginRecording(env, meet, by);
}

/**
 * Begins a recording of a meet that runs. Throws conflict when one goes on, precondition failed where there is no ffmpeg to
 * compose it.
 */
export async function beginRecording(
  env: Environment,
  meet: Pick<MeetRow, 'binder_id' | 'id'>,
  by: Pick<Actor, 'userId'>,
): Promise<HeldRecording> {
  if ((await findProgram(['ffmpeg'], process.env.PATH ?? '')) === null)
    throw preconditionFailed('the server cannot record: ffmpeg is not installed there');
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
    throw conflict('the meet is recorded already');
  }
  const hold = setInterval(() => {
    holdRecording(env.db, key, CLAIM_MS).catch(() => undefined);
  }, HOLD_MS).unref();
  return {
    key,
    folder,
    startedAt,
    mark(type, name) {
      const mark = { type, name, at: env.clock.now() };
      addMark(env.db, key, mark).catch((error) =>
        env.log.warn({ err: error, recording: key.id }, 'a chapter of a recording was not noted'),
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
