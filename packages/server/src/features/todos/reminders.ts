import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append } from '../../log/index.ts';
import { claimReminder, findDueReminders, findNextReminder } from './reminder-queries.ts';

const BATCH = 200;

export const reminders: PeriodicJob = {
  name: 'todo_reminders',
  everyMs: 5_000,
  work: remindDue,
  findNext: ({ db }, now) => findNextReminder(db, now),
};

export async function remindDue(env: Environment): Promise<number> {
  const now = env.clock.now();
  let reminded = 0;
  for (const { binder_id: binderId, id, name, creator_id: actorId } of await findDueReminders(
    env.db,
    now,
    BATCH,
  )) {
    await env.db.transaction(async (tx) => {
      if (!(await claimReminder(tx, binderId, id, now))) return;
      await append(tx, { binderId, actorId, at: now, bus: env.bus }, [
        { kind: 'todo_reminded', body: { id, name } },
      ]);
      reminded++;
    });
  }
  return reminded;
}
