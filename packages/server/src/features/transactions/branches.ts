import type { Action } from '@ringbinder/protocol';
import { because, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { scheduleAlarms } from './alarm.ts';
import { type Branch, reopenSteps, skipSteps } from './branch-queries.ts';

export const DEFAULT_MAX_REOPENINGS = 10;

/** If all buttons of a step went back, nobody could press one after the maximum number of reopenings. */
export function checkBranches(
  steps: readonly { orderNumber: number; actions: readonly Pick<Action, 'next'>[] }[],
): void {
  const orders = new Set(steps.map(({ orderNumber }) => orderNumber));
  for (const [index, { actions, orderNumber }] of steps.entries()) {
    for (const [at, { next }] of actions.entries())
      if (typeof next === 'number' && !orders.has(next))
        throw invalid(`steps[${index}].actions[${at}].next`, 'must be the order number of a step, or end');
    if (actions.every(({ next }) => goesBack(next, orderNumber)))
      throw invalid(`steps[${index}].actions`, because('buttons_all_back'));
  }
}

export const goesBack = (next: number | string | undefined, orderNumber: number): boolean =>
  typeof next === 'number' && next <= orderNumber;

export async function followBranch(tx: Transaction, branch: Branch): Promise<NewLogEntry[]> {
  const { transactionId: id, stepId: step_id, orderNumber, next, maxReopenings } = branch;
  const move = (reopened: number[], skipped: number[]): NewLogEntry => ({
    kind: 'transaction_moved',
    body: { id, step_id, next, reopened, skipped },
  });
  if (!goesBack(next, orderNumber)) {
    const skipped = await skipSteps(tx, branch);
    return skipped.length === 0 ? [] : [move([], skipped)];
  }
  const reopened = await reopenSteps(tx, branch);
  if (reopened.some(({ reopenings }) => reopenings > maxReopenings))
    throw preconditionFailed(
      withDetails(
        because('reopened_often', { limit: maxReopenings }),
        `a step can be reopened ${maxReopenings === 1 ? 'once' : `${maxReopenings} times`} at most: press another button`,
      ),
    );
  await scheduleAlarms(tx, branch.binderId, id, branch.at);
  return [
    move(
      reopened.map((each) => each.id),
      [],
    ),
  ];
}
