import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { userTopic } from '../../log/index.ts';
import { claimReminders, findNextReminder } from '../messages/index.ts';
import { queueReminderMails } from '../notification-mails/index.ts';
import { queueReminderPushes } from '../push/index.ts';

const BATCH = 500;

export const messageReminders: PeriodicJob = {
  name: 'message_reminders',
  everyMs: 5_000,
  work: remindDue,
  findNext: ({ db }, now) => findNextReminder(db, now),
};

/** Sends each reminder only once, even with several processes. */
export async function remindDue(env: Environment): Promise<number> {
  let reminded = 0;
  for (;;) {
    const claimed = await env.db.transaction(async (tx) => {
      const now = env.clock.now();
      const due = await claimReminders(tx, now, BATCH);
      if (due.length === 0) return due;
      await queueReminderPushes(tx, due, now);
      if (env.config.smtpUrl !== undefined) await queueReminderMails(tx, due, now);
      return due;
    });
    for (const userId of new Set(claimed.map(({ user_id }) => user_id))) env.bus.wake(userTopic(userId));
    reminded += claimed.length;
    if (claimed.length < BATCH) return reminded;
  }
}
