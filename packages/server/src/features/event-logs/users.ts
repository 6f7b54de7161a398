import type { ClientEventKind } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import type { Transaction } from '../../storage/database.ts';
import { appendBotEvents, type NewBotEvent, writeEvent, writeMessage } from '../bots/index.ts';
import { type ChangedUser, compareUsers, hasWork, takeMarkedUsers } from './queries.ts';

const EVERY_MS = 2_000;
const BATCH = 1_000;

/** Compares all users at intervals, because the previous release adds no rows to `user_changes`. */
export const userEvents: PeriodicJob = {
  name: 'user_events',
  everyMs: EVERY_MS,
  async work(env) {
    const now = env.clock.now();
    if (!(await hasWork(env.db, now))) return;
    while (!env.closing.aborted && (await appendMarkedUsers(env)));
    while (!env.closing.aborted && (await appendComparedUsers(env, now)));
  },
};

function appendMarkedUsers(env: Environment): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    const { count, users } = await takeMarkedUsers(tx, BATCH);
    await append(env, tx, users);
    return count === BATCH;
  });
}

function appendComparedUsers(env: Environment, now: number): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    const users = await compareUsers(tx, now, BATCH);
    await append(env, tx, users ?? []);
    return users !== undefined;
  });
}

async function append(env: Environment, tx: Transaction, users: readonly ChangedUser[]): Promise<void> {
  if (users.length > 0)
    await appendBotEvents(
      env,
      tx,
      users.map((user) => eventOf(env, user)),
    );
}

function eventOf({ ids, clock }: Environment, user: ChangedUser): NewBotEvent {
  const kind = user.is_erased ? 'user_deleted' : user.is_new ? 'user_created' : 'user_updated';
  const messageId = ids.next('event');
  const body = writeUser(kind, user, messageId, clock.now());
  return { userId: user.client_id, messageId, binderId: '', kind, body };
}

export function writeUser(
  kind: Extract<ClientEventKind, `user_${string}`>,
  user: ChangedUser,
  messageId: string,
  at: number,
): string {
  const { client_id: clientId, org_id: orgId, id, name, email, unique_id, role, is_bot } = user;
  const about =
    kind === 'user_deleted'
      ? { id }
      : { id, name, email, unique_id, role, is_bot, disabled: user.is_disabled };
  const causer = { id, name, image_url: user.picture_url, email: email ?? '', unique_id, is_bot };
  const target = { id: orgId, object_type: 'org' as const };
  const event = writeEvent({ kind, payload: { about }, target }, causer, at);
  return writeMessage({ messageId, kind, binderId: '', to: { clientId, orgId } }, event);
}
