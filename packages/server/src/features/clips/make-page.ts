import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Remuxed } from '@ringbinder/page-renderer';
import { type Actor, changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type AcceptedUpload, addFile, inspectFile, recordingName } from '../pages/index.ts';
import { type ClipRow, completeClip } from './queries.ts';
import { MAX_RECORDING_MS } from './schema.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'video/webm': 'webm',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'audio/mp4': 'm4a',
};

export async function makePage(env: Environment, clip: ClipRow): Promise<void> {
  const partial = env.files.partial(clip.id);
  const target = env.files.newTemporary();
  try {
    const remuxed = await env.media.remux(await partial.cutTo(clip.size), {
      target,
      part: { start: clip.part_start, end: clip.part_end },
      maxMs: MAX_RECORDING_MS,
      signal: env.closing,
    });
    const bytes = await env.files.receive(createReadStream(target), Number.MAX_SAFE_INTEGER);
    try {
      const file = {
        name: `${recordingName(clip.name, 'Recording')}.${EXTENSIONS[remuxed.mimeType] ?? 'webm'}`,
        bytes,
      };
      const acceptedFile = await inspectFile(env, file, env.closing, { partName: 'upload_id' });
      if (acceptedFile.inspection.pages.length === 0) throw invalid('upload_id', 'is not a recording');
      await store(env, clip, file, acceptedFile, remuxed);
    } finally {
      await bytes.drop();
    }
  } finally {
    await rm(target, { force: true });
  }
  await partial.remove();
}

async function store(
  env: Environment,
  clip: ClipRow,
  file: Parameters<typeof addFile>[2],
  acceptedFile: AcceptedUpload,
  { start, end }: Remuxed,
): Promise<void> {
  const { binder_id: binderId, id } = clip;
  const call = { env, db: env.db, actor: actorOf(clip), binderId };
  await changeBinder(call, 'write', async (change) => {
    const { fileId, pageIds, entries } = await addFile(call, change, file, acceptedFile, {
      pageName: clip.name,
    });
    const [pageId] = pageIds;
    if (pageId === undefined) throw new Error('no page was created from the recording');
    const createdPage = { pageId, fileId, start, end };
    if (!(await completeClip(change.tx, { binderId, id }, createdPage, change.at)))
      throw new AlreadyCreated();
    await change.log(entries);
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyCreated)) throw error;
  });
}

/** Rolls back the transaction if another process has created the page. */
class AlreadyCreated extends Error {}

function actorOf({ user_id: userId }: ClipRow): Pick<Actor, 'userId'> {
  return { userId };
}
