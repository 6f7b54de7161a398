import type { Environment } from '../../environment/environment.ts';
import { defineConsumer } from '../../log/index.ts';
import { queueMails } from '../notification-mails/index.ts';
import { storeNotifications } from '../notifications/index.ts';
import { queuePushes } from '../push/index.ts';
import { storeActivity } from './queries.ts';

export const activity = defineConsumer<Environment>({
  name: 'activity',
  batch: { binders: 100, entries: 2_000 },
  restarts: true,
  async handle(env, tx, ranges) {
    await storeActivity(tx, ranges);
    const now = env.clock.now();
    await storeNotifications(tx, ranges, now);
    await queuePushes(tx, ranges, now);
    if (env.config.smtpUrl !== undefined) await queueMails(tx, ranges, now);
  },
});
