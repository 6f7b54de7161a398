import { changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append } from '../../log/index.ts';
import { findStoredFile } from '../files/index.ts';
import { chainLog } from '../hash-chain/index.ts';
import { messageDeleted } from '../messages/index.ts';
import { deleteFile } from '../pages/index.ts';
import { eraseMessageEntries, eraseMessages, lockBinder } from './binder-queries.ts';
import {
  findMessagesBefore,
  findNextOld,
  findOldFiles,
  findOldMessages,
  type OldRow,
} from './retention-queries.ts';

const BINDERS_AT_ONCE = 100;
const FILES_AT_ONCE = 100;
/** A large number, because each transaction reads the whole log. */
const MESSAGES_AT_ONCE = 5_000;

export const retention: PeriodicJob = {
  name: 'retention',
  everyMs: 60 * 60 * 1000,
  firstMs: 2 * 60 * 1000,
  work: removeOld,
  findNext: ({ db }, now) => findNextOld(db, now),
};

export async function removeOld(env: Environment): Promise<void> {
  const now = env.clock.now();
  while (!env.closing.aborted) {
    const binders = await findOldMessages(env.db, now, BINDERS_AT_ONCE);
    for (const binder of binders) if (!env.closing.aborted) await removeMessages(env, binder, now);
    if (binders.length === 0) break;
  }
  while (!env.closing.aborted) {
    const files = await findOldFiles(env.db, now, FILES_AT_ONCE);
    for (const file of files) if (!env.closing.aborted) await removeFile(env, file);
    if (files.length === 0) break;
  }
}

async function removeMessages(
  env: Environment,
  { binder_id: binderId, actor_id: actorId, before }: OldRow,
  at: number,
): Promise<void> {
  await env.db.transaction(async (tx) => {
    await lockBinder(tx, binderId);
    const messages = await findMessagesBefore(tx, binderId, before, MESSAGES_AT_ONCE);
    const ids = messages.map(({ id }) => id);
    if (ids.length === 0) return;
    await chainLog(tx, binderId);
    await eraseMessages(tx, binderId, ids, { visibleCount: ids.length, at });
    await eraseMessageEntries(tx, binderId, ids, at);
    await append(tx, { binderId, actorId, at, bus: env.bus }, messages.map(messageDeleted));
  });
}

async function removeFile(
  env: Environment,
  { binder_id: binderId, actor_id: userId, id }: OldRow & { id: string },
): Promise<void> {
  await changeBinder({ env, db: env.db, actor: { userId }, binderId }, 'own', async (change) => {
    const file = await findStoredFile(change.tx, binderId, id);
    if (file) await deleteFile(change, file);
  });
}
