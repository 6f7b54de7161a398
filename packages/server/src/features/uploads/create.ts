import type { BinderCall } from '../../access/index.ts';
import { because, exceedsLimit, invalid, withDetails } from '../../errors.ts';
import { requireFileName } from '../../http/index.ts';
import { MAX_METADATA_LENGTH, MAX_OPEN_UPLOADS, MAX_RESERVED_FILES } from './limits.ts';
import { insertUpload, lockReservations } from './queries.ts';

export interface UploadInput {
  name: string;
  metadata: string;
  /** Null if the client sends the length later. */
  length: number | null;
}

export function readUploadInput(
  fields: Record<string, string | null>,
  metadata: string,
  length: number | null,
): UploadInput {
  if (metadata.length > MAX_METADATA_LENGTH)
    throw invalid('Upload-Metadata', `is longer than ${MAX_METADATA_LENGTH} characters`);
  if (length === 0) throw invalid('Upload-Length', 'must not be 0: the file is empty');
  const name = fields.filename ?? fields.name;
  if (name === undefined || name === null)
    throw invalid('Upload-Metadata', 'must have `filename`, the name of the file in base64');
  return { name: requireFileName(name, 'Upload-Metadata'), metadata, length };
}

/** Takes a lock per user, so that concurrent requests cannot exceed the limits. */
export async function createUpload(
  { env, db, actor, binderId }: BinderCall,
  input: UploadInput,
): Promise<string> {
  const { maxUploadBytes } = env.config;
  const reserved = input.length ?? maxUploadBytes;
  const id = env.ids.next('upload');
  await db.transaction(async (tx) => {
    const at = env.clock.now();
    const { uploads, bytes } = await lockReservations(tx, actor.userId, at);
    const way = 'end or delete one first (GET /{binder_id}/uploads)';
    if (uploads >= MAX_OPEN_UPLOADS)
      throw exceedsLimit(
        '',
        withDetails(
          because('uploads_full', { limit: MAX_OPEN_UPLOADS }),
          `more than ${MAX_OPEN_UPLOADS} uploads of one person are under way: ${way}`,
        ),
      );
    if (bytes + reserved > MAX_RESERVED_FILES * maxUploadBytes)
      throw exceedsLimit(
        'Upload-Length',
        withDetails(
          because('too_large'),
          `is too much beside the ${bytes} bytes of the uploads that are under way: ${way}`,
        ),
      );
    await insertUpload(tx, { binderId, id, userId: actor.userId }, { ...input, reserved }, at);
  });
  return id;
}
