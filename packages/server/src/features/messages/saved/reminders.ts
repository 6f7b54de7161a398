import type { Environment } from '../../../environment/environment.ts';
import type { PeriodicJob } from '../../../environment/periodic-jobs.ts';
import { userTopic } from '../../../log/index.ts';
import { claimReminders, findNextReminder } from './queries.ts';

const BATCH = 500;

export const messageReminders: PeriodicJob = {
  name: 'message_reminders',
  everyMs: 5_000,
  work: remindDue,
  findNext: ({ db }, now) => findNextReminder(db, now),
};

export async function remindDue(env: Environment): Promise<number> {
  let reminded = 0;
  for (;;) {
    const claimed = await env.db.transaction((tx) => claimReminders(tx, env.clock.now(), BATCH));
    for (const userId of new Set(claimed.map(({ user_id }) => user_id))) env.bus.wake(userTopic(userId));
    reminded += claimed.length;
    if (claimed.length < BATCH) return reminded;
  }
}
