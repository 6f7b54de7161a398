import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { type AlarmRow, claimAlarm, findDueSteps, findNextAlarm } from './due-queries.ts';
import { addAssignee, updateAssignee } from './reassign-queries.ts';

const BATCH = 200;

export const dueSteps: PeriodicJob = {
  name: 'due_steps',
  everyMs: 5_000,
  work: announceDueSteps,
  findNext: ({ db }, now) => findNextAlarm(db, now),
};

interface DueGroup {
  binderId: string;
  transactionId: number;
  ids: number[];
}

interface Alarm extends AlarmRow {
  id: number;
}

/** Concurrent calls announce each alarm only once. */
export async function announceDueSteps(
  env: Environment,
  onItemFailure: (error: unknown) => void = () => {},
): Promise<number> {
  const at = env.clock.now();
  let count = 0;
  for (const group of await findGroups(env, at)) {
    try {
      count += await env.db.transaction((tx) => announceGroup(env, tx, group, at));
    } catch (error) {
      onItemFailure(error);
      env.log.warn({ err: error, binder: group.binderId }, 'due steps: announcing failed, retrying');
    }
  }
  return count;
}

async function findGroups({ db }: Environment, at: number): Promise<DueGroup[]> {
  const groups = new Map<string, DueGroup>();
  for (const { binder_id: binderId, transaction_id: transactionId, id } of await findDueSteps(
    db,
    at,
    BATCH,
  )) {
    const key = `${binderId} ${transactionId}`;
    const group = groups.get(key) ?? { binderId, transactionId, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function announceGroup(
  env: Environment,
  tx: Transaction,
  { binderId, transactionId, ids }: DueGroup,
  at: number,
): Promise<number> {
  const alarms: Alarm[] = [];
  for (const id of ids) {
    const row = await claimAlarm(tx, binderId, id, at);
    if (row) alarms.push({ ...row, id });
  }
  const [first] = alarms;
  if (!first) return 0;
  const actorId = first.creator_id;
  /** The text contains no names, because an erasure removes names only from log entries. */
  const write = (text: string, mentions: string[]) => {
    const replyTo = { transaction: { id: transactionId } };
    return writeFeedMessage(tx, {
      binderId,
      userId: actorId,
      at,
      text,
      replyTo,
      mentions: [...new Set(mentions)],
    });
  };
  const entryOf =
    (kind: 'step_reminded' | 'step_overdue') =>
    ({ id, due_at: due_time }: Alarm): NewLogEntry => ({
      kind,
      body: { id, transaction_id: transactionId, due_time },
    });
  const assigneesOf = (of: readonly Alarm[]) => of.flatMap(({ awaited }) => awaited);
  const entries: NewLogEntry[] = [];
  const reminded = alarms.filter(({ due_at }) => due_at > at);
  if (reminded.length > 0)
    entries.push(
      ...reminded.map(entryOf('step_reminded')),
      await write(feedTexts.stepsReminded(reminded.length), assigneesOf(reminded)),
    );
  const overdue = alarms.filter(({ due_at, was_overdue }) => due_at <= at && !was_overdue);
  if (overdue.length > 0)
    entries.push(
      ...overdue.map(entryOf('step_overdue')),
      await write(feedTexts.stepsOverdue(overdue.length), [...assigneesOf(overdue), actorId]),
    );
  for (const alarm of alarms) {
    const escalation = await escalate(tx, { binderId, transactionId, at }, alarm);
    if (!escalation) continue;
    const text = alarm.is_shared ? feedTexts.assigneeAdded() : feedTexts.stepEscalated();
    entries.push(escalation, await write(text, [alarm.escalate_to ?? '', ...alarm.awaited]));
  }
  if (entries.length > 0) await append(tx, { binderId, actorId, at, bus: env.bus }, entries);
  return alarms.length;
}

async function escalate(
  tx: Transaction,
  { binderId, transactionId, at }: { binderId: string; transactionId: number; at: number },
  { id, assignee_id, assignee_name, is_shared, escalate_to, escalate_name }: Alarm,
): Promise<NewLogEntry | null> {
  if (escalate_to === null) return null;
  if (is_shared) {
    const added = await addAssignee(tx, { binderId, transactionId, stepId: id, assigneeId: escalate_to, at });
    const person = { user_id: escalate_to, name: escalate_name ?? '' };
    const body = { id, transaction_id: transactionId, ...person, escalated: true as const };
    return added ? { kind: 'step_assignee_added', body } : null;
  }
  if (escalate_to === assignee_id) return null;
  const people = { previousId: assignee_id, assigneeId: escalate_to };
  await updateAssignee(tx, { binderId, transactionId, stepId: id, ...people, at });
  const body = {
    id,
    transaction_id: transactionId,
    user_id: escalate_to,
    name: escalate_name ?? '',
    previous_user_id: assignee_id,
    previous_name: assignee_name,
    escalated: true as const,
  };
  return { kind: 'step_reassigned', body };
}
