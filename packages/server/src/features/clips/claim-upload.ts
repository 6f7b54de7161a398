import { type BinderCall, changeBinder } from '../../access/index.ts';
import { because, fieldConflict, referenceNotFound } from '../../errors.ts';
import { takeUpload } from '../uploads/index.ts';
import { type ClipRow, findClip, insertClip } from './queries.ts';

export interface ClipInput {
  uploadId: string;
  /** The caller also needs write access in this binder. */
  uploadBinderId: string;
  size: number;
  name: string;
  start: number;
  end: number | null;
}

/** Repeated calls change nothing. The server creates the page even if the caller disconnects. */
export async function claimUpload(call: BinderCall, input: ClipInput): Promise<ClipRow> {
  const { binderId, actor } = call;
  const key = { binderId, id: input.uploadId };
  const row = {
    binder_id: binderId,
    id: input.uploadId,
    user_id: actor.userId,
    name: input.name,
    size: input.size,
    part_start: input.start,
    part_end: input.end,
  };
  return changeBinder(call, 'write', async ({ tx, at }) => {
    const existing = await findClip(tx, key);
    if (existing) return requireSameFields(existing, row);
    const upload = { binderId: input.uploadBinderId, id: input.uploadId, userId: actor.userId };
    const file = await takeUpload(tx, upload, input.size, at);
    if (!file) throw referenceNotFound('upload_id', 'names no unfinished upload of yours in that binder');
    await insertClip(tx, row, at);
    const created = await findClip(tx, key);
    if (!created) throw new Error('the inserted recording was not found');
    return created;
  });
}

function requireSameFields(clip: ClipRow, fields: Partial<ClipRow> & { user_id: string }): ClipRow {
  if (clip.user_id !== fields.user_id)
    throw referenceNotFound('upload_id', 'names no unfinished upload of yours in that binder');
  const { name, size, part_start, part_end } = fields;
  const isSame =
    clip.name === name && clip.size === size && clip.part_start === part_start && clip.part_end === part_end;
  if (isSame) return clip;
  throw fieldConflict('upload_id', because('clip_other'));
}
