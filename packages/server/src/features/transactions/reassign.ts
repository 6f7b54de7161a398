import { type BinderCall, changeBinderAsMemberOrAdmin, orNotFound } from '../../access/index.ts';
import { conflict, forbidden, notFound, preconditionFailed } from '../../errors.ts';
import { recordAudit } from '../audit/index.ts';
import { writeFeedMessage } from '../messages/index.ts';
import { findAssignees } from './assignees.ts';
import { checkAssignee } from './planned-steps.ts';
import { findStepToReassign, type ReassignRow, updateAssignee } from './reassign-queries.ts';
import type { AssigneeInput } from './schema.ts';

export interface StepReassignment {
  transactionId: number;
  stepId: number;
  assignee: AssigneeInput;
  /** Network address of the caller, for the audit log. */
  address: string;
}

/** The chat message. The names are only in the log entry, where they can be erased. */
const FEED_TEXT = 'Assigned a step to another person.';

/**
 * Assigns an open step to another member, and posts a chat message that mentions both people. Allowed for the creator
 * and the binder's owner with write access, and for admins of the binder's org or partner. Throws, in this order:
 * - not found for the transaction
 * - forbidden
 * - not found for the step
 * - conflict for a completed step
 * - precondition failed once the transaction has ended
 * - a 400 for an unidentified person
 * - precondition failed for a person who is disabled or not a member
 */
export function reassignStep(call: BinderCall, reassignment: StepReassignment): Promise<void> {
  const { actor, binderId } = call;
  const { transactionId, stepId, assignee: named } = reassignment;
  return changeBinderAsMemberOrAdmin(call, 'write', async ({ tx, access, at, log }) => {
    const row = orNotFound(
      await findStepToReassign(tx, binderId, transactionId, stepId),
      'transaction',
      transactionId,
    );
    const { role } = access;
    const isTheirs = role === 'owner' || (role !== null && row.creator_id === actor.userId);
    if (!isTheirs && !access.isAdmin)
      throw forbidden(
        'only the creator of a transaction, the owner of the binder and admins of its org or partner may reassign a step',
      );
    const previous = requireOpen(row, stepId);
    checkAssignee(named, '');
    const [assignee] = await findAssignees(tx, access, [{ assignee: named, path: '' }]);
    if (!assignee || assignee.id === previous.id) return;
    const change = { binderId, transactionId, stepId, previousId: previous.id, assigneeId: assignee.id, at };
    if (!(await updateAssignee(tx, change))) throw conflict(`step ${stepId} was changed meanwhile`);
    const mentions = [assignee.id, previous.id].filter((id) => id !== actor.userId);
    const replyTo = { transaction: { id: transactionId } };
    const message = { binderId, userId: actor.userId, at, text: FEED_TEXT, replyTo, mentions };
    const body = {
      id: stepId,
      transaction_id: transactionId,
      user_id: assignee.id,
      name: assignee.name,
      previous_user_id: previous.id,
      previous_name: previous.name,
    };
    await log([{ kind: 'step_reassigned', body }, await writeFeedMessage(tx, message)]);
    if (isTheirs) return;
    await recordAudit(tx, {
      at,
      actorId: actor.userId,
      partnerId: access.partnerId,
      orgId: access.orgId,
      action: 'step.reassign',
      target: binderId,
      address: reassignment.address,
      details: {
        transaction_id: transactionId,
        step_id: stepId,
        user_id: assignee.id,
        previous_user_id: previous.id,
      },
    });
  });
}

function requireOpen(row: ReassignRow, stepId: number): { id: string; name: string } {
  const { assignee_id: id, assignee_name: name, is_completed, outcome } = row;
  if (id === null) throw notFound('step', stepId);
  if (is_completed) throw conflict(`step ${stepId} is already completed`);
  if (outcome !== null) throw preconditionFailed(`the transaction has ended: ${outcome}`);
  return { id, name: name ?? '' };
}
