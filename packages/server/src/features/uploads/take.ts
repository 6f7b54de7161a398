import { conflict } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteUpload, findUploadForUpdate, type UploadKey } from './queries.ts';

/**
 * Takes over an upload with a deferred length, for a feature that makes something other than a file of it. The caller
 * then owns the partial file. Returns false when the upload does not exist. Throws conflict when fewer than `size`
 * bytes have arrived, or the length is known: such an upload becomes a file.
 */
export async function takeUpload(
  tx: Transaction,
  key: UploadKey,
  size: number,
  now: number,
): Promise<boolean> {
  const upload = await findUploadForUpdate(tx, key);
  if (!upload || upload.expires_at <= now) return false;
  if (upload.length !== null) throw conflictOf('upload_id', 'has a length, and becomes a file by itself');
  if (upload.received < size)
    throw conflictOf('size', `is more than the ${upload.received} bytes that have come`);
  return deleteUpload(tx, key);
}

const conflictOf = (path: string, message: string) => conflict(`${path} ${message}`, [{ path, message }]);
