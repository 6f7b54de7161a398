import type { Environment } from '../../environment/environment.ts';
import { findBlobs, findUnknownBlobs, forgetDeleted, removeUnused } from './blobs.ts';

/**
 * How long bytes outlive the last that named them: whoever is sending them has ended, nothing that is under way is this
 * old, and a copy of the database and then of the files fits together.
 */
const GRACE_MS = 24 * 60 * 60 * 1000;
const BLOB_BATCH = 5_000;

/**
 * Removes the bytes that nothing has named for a day: of deleted files, binders and messages, of uploads that were never
 * committed, and what arrived in part. It takes as long as it takes, and ends early when the server stops.
 * @param ageMs how long ago they came, and were deleted, at least
 */
export async function collectGarbage(env: Environment, ageMs = GRACE_MS): Promise<void> {
  const { db, files, clock, closing } = env;
  await forgetDeleted(db, clock.now() - ageMs);
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
    for (const sha256 of await findUnknownBlobs(db, hashes)) {
      if (closing.aborted) return;
      await removeUnused(db, files, sha256, ageMs);
    }
  }
  await files.removeForgotten(ageMs);
}
