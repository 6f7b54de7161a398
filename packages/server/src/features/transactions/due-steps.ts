import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { writeFeedMessage } from '../messages/index.ts';
import { type AlarmRow, claimAlarm, findDueSteps, findNextAlarm } from './due-queries.ts';
import { updateAssignee } from './reassign-queries.ts';

const BATCH = 200;

export const dueSteps: PeriodicJob = {
  name: 'due_steps',
  everyMs: 5_000,
  work: announceDueSteps,
  findNext: ({ db }, now) => findNextAlarm(db, now),
};

interface Alarm extends AlarmRow {
  binderId: string;
  id: number;
  at: number;
}

/**
 * Logs `step_reminded` or `step_overdue` for at most 200 current steps, once even with several processes, and assigns
 * steps whose escalation is due. Each posts a chat message that mentions the people concerned. Returns the number of
 * steps.
 */
export async function announceDueSteps(env: Environment): Promise<number> {
  const at = env.clock.now();
  let count = 0;
  for (const { binder_id: binderId, id } of await findDueSteps(env.db, at, BATCH)) {
    await env.db.transaction(async (tx) => {
      const row = await claimAlarm(tx, binderId, id, at);
      if (!row) return;
      const alarm = { ...row, binderId, id, at };
      const entries = [...(await announce(tx, alarm)), ...(await escalate(tx, alarm))];
      if (entries.length > 0)
        await append(tx, { binderId, actorId: row.creator_id, at, bus: env.bus }, entries);
      count++;
    });
  }
  return count;
}

async function announce(tx: Transaction, alarm: Alarm): Promise<NewLogEntry[]> {
  const { id, transaction_id, due_at: due_time, was_overdue, at, assignee_id, creator_id } = alarm;
  const body = { id, transaction_id, due_time };
  if (due_time > at) {
    const message = await write(tx, alarm, 'A step is due soon.', [assignee_id]);
    return [{ kind: 'step_reminded', body }, message];
  }
  if (was_overdue) return [];
  const message = await write(tx, alarm, 'A step is overdue.', [assignee_id, creator_id]);
  return [{ kind: 'step_overdue', body }, message];
}

/** Nothing changes if the person can no longer answer: the step stays overdue. */
async function escalate(tx: Transaction, alarm: Alarm): Promise<NewLogEntry[]> {
  const { binderId, id, transaction_id, at, assignee_id, assignee_name, escalate_to, escalate_name } = alarm;
  if (escalate_to === null || escalate_to === assignee_id) return [];
  await updateAssignee(tx, {
    binderId,
    transactionId: transaction_id,
    stepId: id,
    previousId: assignee_id,
    assigneeId: escalate_to,
    at,
  });
  const body = {
    id,
    transaction_id,
    user_id: escalate_to,
    name: escalate_name ?? '',
    previous_user_id: assignee_id,
    previous_name: assignee_name,
    escalated: true as const,
  };
  const text = 'Assigned an overdue step to another person.';
  return [{ kind: 'step_reassigned', body }, await write(tx, alarm, text, [escalate_to, assignee_id])];
}

/** Names nobody: names are only in log entries, where they can be erased. */
function write(tx: Transaction, alarm: Alarm, text: string, mentions: string[]): Promise<NewLogEntry> {
  const { binderId, transaction_id, at, creator_id: userId } = alarm;
  const replyTo = { transaction: { id: transaction_id } };
  return writeFeedMessage(tx, { binderId, userId, at, text, replyTo, mentions: [...new Set(mentions)] });
}
