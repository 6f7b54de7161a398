import { fieldConflict } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteUpload, findUploadForUpdate, type UploadKey } from './queries.ts';

/**
 * Deletes the upload's row. Throws `conflict` if fewer than `size` bytes have arrived, or if the upload has a
 * length and so becomes a file.
 */
export async function takeUpload(
  tx: Transaction,
  key: UploadKey,
  size: number,
  now: number,
): Promise<boolean> {
  const upload = await findUploadForUpdate(tx, key);
  if (!upload || upload.expires_at <= now) return false;
  if (upload.length !== null)
    throw fieldConflict(
      'upload_id',
      'names an upload with a known length, which is stored as a file when it completes',
    );
  if (upload.received < size)
    throw fieldConflict('size', `is more than the ${upload.received} bytes received`);
  return deleteUpload(tx, key);
}
