import type { Environment } from '../../environment/environment.ts';
import { deleteExpired, findEnded } from './queries.ts';

const BATCH = 1_000;

/**
 * Also removes bytes without an open upload, which a crash can leave. New uploads are safe: their rows
 * precede their bytes.
 */
export async function deleteExpiredUploads(env: Environment): Promise<void> {
  const { db, files, clock } = env;
  for (const id of await deleteExpired(db, clock.now())) await files.partial(id).remove();
  const names = await files.partials();
  for (let from = 0; from < names.length; from += BATCH) {
    for (const id of await findEnded(db, names.slice(from, from + BATCH))) await files.partial(id).remove();
  }
}
