import { type BinderAccess, type BinderCall, changeBinder } from '../../access/index.ts';
import { type FieldError, preconditionFailed } from '../../errors.ts';
import { allocateIds } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { findIdentified } from '../users/index.ts';
import { namingField, type PlannedStep, planSteps } from './planned-steps.ts';
import { type AssignedStep, insertTransaction } from './queries.ts';
import type { StepInput } from './schema.ts';

/** What a request asks to be made. */
export interface TransactionInput {
  title: string;
  content: string;
  steps: readonly StepInput[];
}

/** A new transaction: its id, the time in milliseconds, and the ids of its steps in the order sent. */
export interface CreatedTransaction {
  id: number;
  at: number;
  stepIds: number[];
}

/**
 * Makes a transaction, active, with its steps. Needs write access. Throws a 400 for steps that contradict themselves,
 * precondition failed when an assignee is not a member of the binder; both name the field.
 */
export async function createTransaction(
  call: BinderCall,
  input: TransactionInput,
): Promise<CreatedTransaction> {
  const planned = planSteps(input.steps);
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, access, at, log }) => {
    const assigned = await assign(tx, access, planned);
    const id = await allocateIds(tx, binderId, 1 + assigned.length);
    const steps = assigned.map((step, index) => ({ ...step, id: id + 1 + index }));
    const { title, content } = input;
    await insertTransaction(tx, binderId, { id, title, content, creatorId: actor.userId, at, steps });
    await log([{ kind: 'transaction_created', body: { id, title } }]);
    return { id, at, stepIds: steps.map((step) => step.id) };
  });
}

/**
 * Finds the assignees of steps. Someone who is no member and someone who does not exist get the same answer, so that
 * nobody learns here who is a user of another org.
 */
async function assign(
  tx: Transaction,
  access: BinderAccess,
  steps: readonly PlannedStep[],
): Promise<AssignedStep[]> {
  const identities = steps.map(({ assignee: { user_id, ...rest } }) => ({ id: user_id, ...rest }));
  const users = await findIdentified(tx, identities, access);
  const members = users.filter(({ role, is_disabled }) => role !== null && !is_disabled);
  const idOf = new Map(members.map(({ ordinal, id }) => [ordinal, id]));
  const assigned: AssignedStep[] = [];
  const errors: FieldError[] = [];
  for (const [index, step] of steps.entries()) {
    const assigneeId = idOf.get(index);
    const path = `steps[${index}].assignee.${namingField(step.assignee)}`;
    if (assigneeId === undefined) errors.push({ path, message: 'names no member of the binder' });
    else assigned.push({ ...step, assigneeId });
  }
  if (errors.length > 0) {
    throw preconditionFailed(errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors);
  }
  return assigned;
}
