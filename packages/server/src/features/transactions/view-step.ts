import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { notFound } from '../../errors.ts';
import { checkOpenFor } from './open-step.ts';
import { notAssignee } from './press.ts';
import { findStepToPress } from './press-queries.ts';
import { storeView } from './view-queries.ts';

/** Delegates view nothing for the person whom they represent. */
export function viewStep(call: BinderCall, transactionId: number, stepId: number): Promise<void> {
  const { actor, binderId } = call;
  const { userId } = actor;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const row = orNotFound(
      await findStepToPress(tx, binderId, transactionId, stepId, userId, at),
      'transaction',
      transactionId,
    );
    if (row.assignee_ids === null) throw notFound('step', stepId);
    if (!row.assignee_ids.includes(userId)) throw notAssignee(row.assignee_ids);
    checkOpenFor(row, actor, stepId);
    if (await storeView(tx, { binderId, transactionId, stepId, userId, at }))
      await log([{ kind: 'step_viewed', body: { id: stepId, transaction_id: transactionId } }]);
  });
}
