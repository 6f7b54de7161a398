import { because, invalid, referenceNotFound } from '../../errors.ts';
import type { TransactionRow } from './queries.ts';
import type { TransactionUpdate } from './schema.ts';

type DueTime = number | null | undefined;

interface DueTimes {
  due_time?: DueTime;
  steps?: readonly { due_time?: DueTime; escalation?: unknown }[] | undefined;
}

export function checkDueTimes({ due_time, steps = [] }: DueTimes, now: number): void {
  requireFuture(due_time, now, 'due_time');
  for (const [index, step] of steps.entries()) {
    requireFuture(step.due_time, now, `steps[${index}].due_time`);
    if (step.escalation !== undefined && (step.due_time ?? due_time) === undefined)
      throw invalid(`steps[${index}].escalation`, 'needs a due time of the step or the transaction');
  }
}

/** Accepts an unchanged due time that has passed, because some clients send all fields. */
export function checkDueChanges(
  { due_time, steps = [] }: Pick<TransactionUpdate, 'steps'> & Pick<DueTimes, 'due_time'>,
  current: TransactionRow,
  now: number,
): void {
  if (due_time !== current.due_at) requireFuture(due_time, now, 'due_time');
  for (const [index, { id, due_time: dueTime }] of steps.entries()) {
    const step = current.steps.find((each) => each.id === id);
    if (!step) throw referenceNotFound(`steps[${index}].id`, `names no step of the transaction: ${id}`);
    if (dueTime !== step.due_at) requireFuture(dueTime, now, `steps[${index}].due_time`);
  }
}

function requireFuture(dueTime: DueTime, now: number, field: string): void {
  if (typeof dueTime === 'number' && dueTime <= now) throw invalid(field, because('future_needed'));
}
