import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { notFound } from '../../errors.ts';
import { checkOpenFor, requireAssigned } from './open-step.ts';
import { findStepToPress } from './press-queries.ts';
import { storeRead } from './read-page-queries.ts';

export interface PageRead {
  transactionId: number;
  stepId: number;
  pageId: number;
}

/** Allowed even before the step's turn. */
export function readPage(call: BinderCall, { transactionId, stepId, pageId }: PageRead): Promise<void> {
  const { actor, binderId } = call;
  const { userId } = actor;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const row = orNotFound(
      await findStepToPress(tx, binderId, transactionId, stepId, userId, at),
      'transaction',
      transactionId,
    );
    requireAssigned(row, actor, stepId);
    if (!row.page_ids?.includes(pageId)) throw notFound('page', pageId);
    checkOpenFor(row, actor, stepId);
    const stored = await storeRead(tx, { binderId, transactionId, stepId, pageId, userId, at });
    if (!stored) return;
    const { name, sha256 } = stored;
    const body = { id: stepId, transaction_id: transactionId, page_id: pageId, name };
    await log([{ kind: 'step_page_read', body: { ...body, ...(sha256 === null ? {} : { sha256 }) } }]);
  });
}
