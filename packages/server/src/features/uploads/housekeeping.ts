import type { Environment } from '../../environment/environment.ts';
import { deleteExpired, findEnded } from './queries.ts';

const BATCH = 1_000;

/**
 * Forgets uploads that have expired, and removes the bytes of those that are not under way any more: a process that died
 * between the commit and the removal has left them. The bytes of one that begins have its row before them.
 */
export async function deleteExpiredUploads(env: Environment): Promise<void> {
  const { db, files, clock } = env;
  for (const id of await deleteExpired(db, clock.now())) await files.partial(id).remove();
  const names = await files.partials();
  for (let from = 0; from < names.length; from += BATCH) {
    for (const id of await findEnded(db, names.slice(from, from + BATCH))) await files.partial(id).remove();
  }
}
