import { createReadStream } from 'node:fs';
import { findProgram, runProgram } from '@ringbinder/page-renderer';
import { compose } from '@ringbinder/sfu';
import { changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { findMeetsByIds } from '../meets/index.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { type AcceptedUpload, addFile, inspectFile, recordingName } from '../pages/index.ts';
import { recordingFolder, removeRecordingFolder } from './folder.ts';
import { findOwner, insertMeetRecording, type RecordingRow, removeRecording } from './queries.ts';

/** Throws `NotComposed` if the tracks cannot be composed, and an `ApiError` if the result is not a valid page. */
export async function makeRecordingPage(
  env: Environment,
  row: RecordingRow,
  onProgress: (part: number) => void,
): Promise<void> {
  const [meet] = await findMeetsByIds(env.db, row.binder_id, [row.meet_id]);
  const owner = await findOwner(env.db, row.binder_id);
  if (!meet || owner === undefined) throw notFound('meet', row.meet_id);
  const folder = recordingFolder(env, row.id);
  await env.meetEngine.settleRecording(folder);
  const searchPath = process.env.PATH ?? '';
  const { path } = await compose(folder, {
    ffmpeg: await findProgram(['ffmpeg'], searchPath),
    runProgram,
    searchPath,
    signal: env.closing,
    onProgress,
  });
  const bytes = await env.files.receive(createReadStream(path), Number.MAX_SAFE_INTEGER);
  try {
    const file = { name: `${recordingName(meet.name, 'Meet')}.webm`, bytes };
    const accepted = await inspectFile(env, file, env.closing, { partName: 'recording' });
    if (accepted.inspection.pages.length === 0) throw invalid('recording', 'has no page');
    // The user may have left the binder.
    await store(env, row, meet, { file, accepted, userId: row.user_id }).catch((error) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      return store(env, row, meet, { file, accepted, userId: owner });
    });
  } finally {
    await bytes.drop();
  }
  await removeRecordingFolder(env, row.id);
}

async function store(
  env: Environment,
  row: RecordingRow,
  meet: { session_key: string; name: string },
  {
    file,
    accepted,
    userId,
  }: { file: Parameters<typeof addFile>[2]; accepted: AcceptedUpload; userId: string },
): Promise<void> {
  const { binder_id: binderId } = row;
  const call = { env, db: env.db, actor: { userId }, binderId };
  await changeBinder(call, 'write', async (change) => {
    const { fileId, pageIds, entries } = await addFile(call, change, file, accepted, { pageName: meet.name });
    const [pageId] = pageIds;
    if (pageId === undefined) throw new Error('a recording has a page');
    if (!(await removeRecording(change.tx, row))) throw new AlreadyCreated();
    const endedAt = row.ended_at ?? change.at;
    await insertMeetRecording(change.tx, row, { fileId, pageId, endedAt, at: change.at });
    const feed = {
      text: feedTexts.recordingReady(meet.name),
      replyTo: { page: { id: pageId } },
    };
    await change.log([
      ...entries,
      await writeFeedMessage(change.tx, { binderId, userId, at: change.at, ...feed }),
      {
        kind: 'meet_recording_ready',
        body: {
          id: meet.session_key,
          topic: meet.name,
          recording_url: `${env.baseUrl()}${binderId}/files/${fileId}`,
          start_time: row.started_at,
          end_time: endedAt,
        },
      },
    ]);
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyCreated)) throw error;
  });
}

class AlreadyCreated extends Error {}
