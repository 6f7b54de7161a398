import { type BinderCall, changeBinderAsMemberOrAdmin, orNotFound } from '../../access/index.ts';
import {
  type Because,
  because,
  conflict,
  fieldPreconditionFailed,
  forbidden,
  invalid,
  notFound,
  preconditionFailed,
  withDetails,
} from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/index.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { answerRulesOf, findUnreachableStep } from './answerable.ts';
import { findAssignees } from './assignees.ts';
import { checkAssignee, namingField } from './planned-steps.ts';
import { assigneeIdsOf } from './present.ts';
import { findTransaction } from './queries.ts';
import {
  findStepToReassign,
  isExcludedFrom,
  type Reassignment,
  type ReassignRow,
  replaceGroups,
  updateAssignee,
} from './reassign-queries.ts';
import type { AssigneeInput, ReassignInput } from './schema.ts';

export interface StepReassignment {
  transactionId: number;
  stepId: number;
  assignee: ReassignInput;
  address: string;
}

export function reassignStep(call: BinderCall, reassignment: StepReassignment): Promise<void> {
  const { actor, binderId } = call;
  const { transactionId, stepId } = reassignment;
  const { previous_user_id, ...named } = reassignment.assignee;
  return changeBinderAsMemberOrAdmin(call, 'write', async ({ tx, access, at, log }) => {
    const row = orNotFound(
      await findStepToReassign(tx, binderId, transactionId, stepId),
      'transaction',
      transactionId,
    );
    const { role } = access;
    const isTheirs = role === 'owner' || (role !== null && row.creator_id === actor.userId);
    if (!isTheirs && !access.isAdmin) throw forbidden(because('reassigners_only'));
    const assignees = requireOpen(row, stepId);
    checkAssignee(named, '');
    const isOfGroups = row.group_names !== null && previous_user_id === undefined;
    const previous = isOfGroups ? undefined : findPrevious(assignees, previous_user_id);
    const [assignee] = await findAssignees(tx, access, [{ assignee: named, path: '' }]);
    if (!assignee || assignee.id === previous?.id) return;
    const step = { binderId, transactionId, stepId, assigneeId: assignee.id, at };
    if (assignees.some(({ id }) => id === assignee.id)) throw refused(named, because('assignee_already'));
    if (row.delegate_ids.includes(assignee.id)) throw refused(named, because('assignee_represented'));
    if (row.has_exclusions) await checkExclusions(tx, step, previous?.id, named);
    if (previous === undefined) {
      if (!(await replaceGroups(tx, step))) throw preconditionFailed(because('reassign_group'));
    } else if (!(await updateAssignee(tx, { ...step, previousId: previous.id }))) {
      throw conflict(because('step_changed', { step: stepId }));
    }
    const mentions = [assignee.id, previous?.id ?? actor.userId].filter((id) => id !== actor.userId);
    const replyTo = { transaction: { id: transactionId } };
    const message = {
      binderId,
      userId: actor.userId,
      at,
      text: feedTexts.stepReassigned(),
      replyTo,
      mentions,
    };
    const body = {
      id: stepId,
      transaction_id: transactionId,
      user_id: assignee.id,
      name: assignee.name,
      ...(previous && { previous_user_id: previous.id }),
      previous_name: previous?.name ?? row.group_names?.join(', ') ?? '',
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
        ...(previous && { previous_user_id: previous.id }),
      },
    });
  });
}

type StepAssignee = NonNullable<ReassignRow['assignees']>[number];

function requireOpen({ assignees, is_completed, outcome }: ReassignRow, stepId: number): StepAssignee[] {
  if (assignees === null) throw notFound('step', stepId);
  if (is_completed) throw conflict(because('step_completed', { step: stepId }));
  if (outcome !== null)
    throw preconditionFailed(
      withDetails(because('transaction_over'), `the transaction has ended: ${outcome}`),
    );
  return assignees;
}

function findPrevious(assignees: readonly StepAssignee[], userId: string | undefined): StepAssignee {
  const field = 'previous_user_id';
  if (userId === undefined && assignees.length > 1) throw invalid(field, because('assignee_needed'));
  const previous = userId === undefined ? assignees[0] : assignees.find(({ id }) => id === userId);
  if (!previous) throw fieldPreconditionFailed(field, because('no_assignee'));
  if (previous.has_pressed) throw conflict(because('assignee_pressed'));
  return previous;
}

async function checkExclusions(
  tx: Transaction,
  { binderId, transactionId, stepId, assigneeId, at }: Omit<Reassignment, 'previousId'>,
  previousId: string | undefined,
  named: AssigneeInput,
): Promise<void> {
  if (await isExcludedFrom(tx, binderId, stepId, assigneeId))
    throw refused(named, because('assignee_excluded'));
  const transaction = await findTransaction(tx, binderId, at, transactionId);
  const steps = (transaction?.steps ?? []).map((step) => {
    const ids = previousId === undefined && step.id === stepId ? [assigneeId] : assigneeIdsOf(step);
    return answerRulesOf(
      step,
      step.id === stepId ? ids.map((id) => (id === previousId ? assigneeId : id)) : ids,
    );
  });
  const obstacle = findUnreachableStep(steps, transaction?.creator_id ?? '');
  if (!obstacle) return;
  const step = transaction?.steps[obstacle.index]?.id ?? '';
  throw refused(
    named,
    withDetails(
      because('assignee_blocks', { step }),
      `names a person who would block step ${step}: ${obstacle.field} ${obstacle.message.message}`,
    ),
  );
}

const refused = (named: AssigneeInput, text: Because | string) =>
  fieldPreconditionFailed(namingField(named), text);
