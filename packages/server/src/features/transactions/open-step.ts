import type { Actor } from '../../access/index.ts';
import { because, conflict, notFound, preconditionFailed, withDetails } from '../../errors.ts';
import { notAssignee } from './press.ts';
import type { PressRow } from './press-queries.ts';

export function checkOpenFor(row: PressRow, { userId }: Pick<Actor, 'userId'>, stepId: number): void {
  requireAssigned(row, { userId }, stepId);
  if (row.is_completed) throw conflict(because('step_completed', { step: stepId }));
  if (row.outcome !== null)
    throw preconditionFailed(
      withDetails(because('transaction_over'), `the transaction has ended: ${row.outcome}`),
    );
}

export function requireAssigned(row: PressRow, { userId }: Pick<Actor, 'userId'>, stepId: number): void {
  if (row.assignee_ids === null) throw notFound('step', stepId);
  if (!row.assignee_ids.includes(userId) && row.represented.length === 0) throw notAssignee(row.assignee_ids);
}
