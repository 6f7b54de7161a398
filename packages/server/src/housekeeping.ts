import type { Environment } from './environment.ts';
import { deleteOldUsage } from './features/admin/index.ts';
import { deleteOldEvents } from './features/bots/index.ts';
import { freeBytes } from './features/files/index.ts';
import { deleteExpiredSignIns, deleteExpiredTokens } from './features/oauth/index.ts';
import { deleteExpiredAssertions, deleteExpiredSignOns } from './features/saml/index.ts';
import { forgetAnswers } from './http/index.ts';
import type { Rounds } from './rounds.ts';

/** Removes what has had its time. */
export const housekeeping: Rounds = {
  everyMs: 60 * 60 * 1000,
  // Soon, so that a server which is restarted every hour is tidied too, and not in the way of the start.
  firstMs: 60 * 1000,
  complaint: 'housekeeping failed; it is tried again in an hour',
  work: tidy,
};

/** Removes expired tokens, remembered answers and old events of bots, and bytes that nothing names. */
export async function tidy(env: Environment): Promise<void> {
  const now = env.clock.now();
  await deleteExpiredTokens(env.db, now);
  await deleteExpiredSignIns(env.db, now);
  await deleteExpiredAssertions(env.db, now);
  await deleteExpiredSignOns(env.db, now);
  await forgetAnswers(env.db, now);
  await deleteOldEvents(env.db, now);
  await deleteOldUsage(env.db, now);
  await freeBytes(env);
}
