import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid, notFound } from '../../errors.ts';
import { type App, binderCall, callerOf, success } from '../../http/index.ts';
import { findPage, pageLinks } from '../pages/index.ts';
import { claimUpload } from './claim-upload.ts';
import type { ClipRow } from './queries.ts';
import * as schema from './schema.ts';
import { waitForPage } from './wait.ts';

const DEFAULT_NAME = 'Recording';

export function clipsFeature(app: App, env: Environment): void {
  app.post('/:binder_id/clips', { schema: schema.createClip }, async (request) => {
    const { binder_id } = request.params;
    const {
      upload_id,
      upload_binder_id = binder_id,
      size,
      name = DEFAULT_NAME,
      start = 0,
      end,
    } = request.body;
    if (end !== undefined && end <= start) throw invalid('end', 'must be after start');
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'write');
    const source = await accessBinder(env.db, callerOf(request), upload_binder_id, 'write');
    const part = { start, end: end ?? null };
    const input = { uploadId: upload_id, uploadBinderId: source.binderId, size, name, ...part };
    await claimUpload(binderCall(env, request), input);
    const clip = await waitForPage(env, { binderId, id: upload_id });
    if (!clip) throw notFound('clip', upload_id);
    return success(await present(env, clip));
  });
}

async function present(env: Environment, clip: ClipRow) {
  const { id, binder_id, page_id, file_id, kept_start, kept_end, created_at, updated_at } = clip;
  const times = { created_time: created_at, updated_time: updated_at };
  if (page_id === null || file_id === null) return { clip_id: id, status: 'CLIP_WORKING' as const, ...times };
  // If the page was deleted or moved, the link returns an error with any revision.
  const page = await findPage(env.db, binder_id, page_id);
  const { page_uri } = pageLinks(env, binder_id)(page_id, page?.revision ?? 1);
  const part = { start: kept_start ?? 0, end: kept_end ?? 0 };
  return { clip_id: id, status: 'CLIP_READY' as const, page_id, file_id, page_uri, ...part, ...times };
}
