import type { Environment } from '../../environment/environment.ts';
import { deleteBlobRecords, findBlobs, findOrphanBlobs, removeUnused } from './blobs.ts';

/**
 * Uploads can finish in this time. A file backup within a day after a database backup contains all files of that
 * database.
 */
const GRACE_MS = 24 * 60 * 60 * 1000;
const BLOB_BATCH = 5_000;

export async function collectGarbage(env: Environment, ageMs = GRACE_MS): Promise<void> {
  const { db, files, clock, closing } = env;
  await deleteBlobRecords(db, clock.now() - ageMs);
  for (let after = ''; ; ) {
    const blobs = await findBlobs(db, after, BLOB_BATCH);
    for (const { sha256, is_unused } of blobs) {
      if (closing.aborted) return;
      if (is_unused) await removeUnused(db, files, sha256, ageMs);
    }
    if (blobs.length < BLOB_BATCH) break;
    after = blobs.at(-1)?.sha256 ?? '';
  }
  for await (const hashes of files.hashes()) {
    for (const sha256 of await findOrphanBlobs(db, hashes)) {
      if (closing.aborted) return;
      await removeUnused(db, files, sha256, ageMs);
    }
  }
  await files.removeForgotten(ageMs);
}
