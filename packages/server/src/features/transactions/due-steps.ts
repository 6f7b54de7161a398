import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append } from '../../log/index.ts';
import { writeFeedMessage } from '../messages/index.ts';
import { claimAlarm, findDueSteps, findNextAlarm } from './due-queries.ts';

const BATCH = 200;

export const dueSteps: PeriodicJob = {
  name: 'due_steps',
  everyMs: 5_000,
  work: announceDueSteps,
  findNext: ({ db }, now) => findNextAlarm(db, now),
};

const TEXTS = { step_reminded: 'A step is due soon.', step_overdue: 'A step is overdue.' };

/**
 * Logs `step_reminded` or `step_overdue` for at most 200 current steps, once even with several processes, and posts a
 * chat message that mentions the assignee. An overdue step also mentions the creator. Returns the number announced.
 */
export async function announceDueSteps(env: Environment): Promise<number> {
  const now = env.clock.now();
  let announced = 0;
  for (const { binder_id: binderId, id } of await findDueSteps(env.db, now, BATCH)) {
    await env.db.transaction(async (tx) => {
      const step = await claimAlarm(tx, binderId, id, now);
      if (!step) return;
      const { transaction_id, due_at: due_time, creator_id: userId, assignee_id: assigneeId } = step;
      const kind = due_time <= now ? 'step_overdue' : 'step_reminded';
      const message = await writeFeedMessage(tx, {
        binderId,
        userId,
        at: now,
        text: TEXTS[kind],
        replyTo: { transaction: { id: transaction_id } },
        mentions: kind === 'step_overdue' ? [...new Set([assigneeId, userId])] : [assigneeId],
      });
      const body = { id, transaction_id, due_time };
      await append(tx, { binderId, actorId: userId, at: now, bus: env.bus }, [{ kind, body }, message]);
      announced++;
    });
  }
  return announced;
}
