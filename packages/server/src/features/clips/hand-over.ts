import { type BinderCall, changeBinder } from '../../access/index.ts';
import { conflict, namesNothing } from '../../errors.ts';
import { takeUpload } from '../uploads/index.ts';
import { type ClipRow, findClip, insertClip } from './queries.ts';

export interface ClipInput {
  uploadId: string;
  /** The upload's binder; the caller needs write access there too. */
  uploadBinderId: string;
  size: number;
  name: string;
  start: number;
  end: number | null;
}

/**
 * Claims an upload as a recording of the binder. Idempotent; from then on the page is made without the
 * caller. Throws not found unless the caller owns the upload, and conflict when it is incomplete or was
 * claimed differently.
 */
export async function handOver(call: BinderCall, input: ClipInput): Promise<ClipRow> {
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
    const known = await findClip(tx, key);
    if (known) return sameAs(known, row);
    const upload = { binderId: input.uploadBinderId, id: input.uploadId, userId: actor.userId };
    const taken = await takeUpload(tx, upload, input.size, at);
    if (!taken) throw namesNothing('upload_id', 'names no upload of yours that is under way there');
    await insertClip(tx, row, at);
    const made = await findClip(tx, key);
    if (!made) throw new Error('a recording that was just written down is not there');
    return made;
  });
}

function sameAs(known: ClipRow, wanted: Partial<ClipRow> & { user_id: string }): ClipRow {
  if (known.user_id !== wanted.user_id)
    throw namesNothing('upload_id', 'names no upload of yours that is under way there');
  const { name, size, part_start, part_end } = wanted;
  const isSame =
    known.name === name &&
    known.size === size &&
    known.part_start === part_start &&
    known.part_end === part_end;
  if (isSame) return known;
  const message = 'was made a page of with another name or part';
  throw conflict(`upload_id ${message}`, [{ path: 'upload_id', message }]);
}
