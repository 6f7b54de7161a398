import type { Environment } from './environment.ts';
import { findKnownBlobs } from './features/files/index.ts';
import { deleteExpiredTokens } from './features/oauth/index.ts';
import { REMEMBERED_MS } from './http/index.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Soon, so that a server which is restarted every hour is tidied too, and not in the way of the start. */
const FIRST_MS = 60 * 1000;
/** Nothing that is under way is this old. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Removes, a minute from now and then once an hour, what has had its time. @returns a function that ends it */
export function startHousekeeping(environments: Environment[]): () => void {
  const tidyAll = () => {
    for (const env of environments) {
      tidy(env).catch((error) =>
        env.log.warn({ err: error }, 'housekeeping failed; it is tried again in an hour'),
      );
    }
  };
  const first = setTimeout(tidyAll, FIRST_MS);
  const every = setInterval(tidyAll, EVERY_MS);
  for (const timer of [first, every]) timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

/** Removes expired tokens and remembered answers, and bytes that no transaction ever committed. */
export async function tidy(env: Environment): Promise<void> {
  const now = env.clock.now();
  await deleteExpiredTokens(env.db, now);
  await env.db.query('DELETE FROM idempotency_keys WHERE created_at < $1', [now - REMEMBERED_MS]);
  await env.files.sweep(LEFT_OVER_MS, (hashes) => findKnownBlobs(env.db, hashes));
}
