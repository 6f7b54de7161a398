import type { Action, DisplayStatus, Outcome } from '@ringbinder/protocol';
import { invalid } from '../../errors.ts';
import type { ActionInput, AssigneeInput, StepInput } from './schema.ts';

/** A step before its id is allocated and its assignee is looked up. */
export interface PlannedStep extends Due {
  assignee: AssigneeInput;
  orderNumber: number;
  actions: Action[];
  /** `after` is in milliseconds after the due time. */
  escalation: { assignee: AssigneeInput; after: number } | undefined;
}

/** `reminders` are milliseconds before `dueAt`. A step without these has the values of its transaction. */
export interface Due {
  dueAt: number | undefined;
  reminders: readonly number[] | undefined;
}

/** Display status for each outcome, unless the button sets its own. */
export const outcomeStatus: Readonly<Record<Outcome, DisplayStatus>> = {
  completed: { text: 'Completed', style: 'SUCCESS' },
  rejected: { text: 'Rejected', style: 'DANGER' },
};

/**
 * Fills in the order numbers and feed messages of a request's steps. Throws a 400 naming the field for partly ordered
 * steps, repeated button ids, contradictory feed messages, and unidentified assignees.
 */
export function planSteps(steps: readonly StepInput[]): PlannedStep[] {
  checkOrderNumbers(steps);
  return steps.map((step, index) => {
    checkAssignee(step.assignee, `steps[${index}].assignee`);
    if (step.escalation) checkAssignee(step.escalation.assignee, `steps[${index}].escalation.assignee`);
    return {
      assignee: step.assignee,
      orderNumber: step.order_number ?? index + 1,
      actions: planActions(step.actions, `steps[${index}].actions`),
      dueAt: step.due_time,
      reminders: step.reminders,
      escalation: step.escalation,
    };
  });
}

// A step without a number has no place among numbered ones.
function checkOrderNumbers(steps: readonly StepInput[]): void {
  const missing = steps.findIndex((step) => step.order_number === undefined);
  if (missing === -1 || steps.every((step) => step.order_number === undefined)) return;
  throw invalid(`steps[${missing}].order_number`, 'is required when another step has one');
}

/**
 * Throws a 400 if the request does not identify the assignee.
 * @param path the assignee's field; empty when the request itself names the assignee
 */
export function checkAssignee(assignee: AssigneeInput, path: string): void {
  const { user_id, unique_id, email, org_id } = assignee;
  if (user_id === undefined && unique_id === undefined && email === undefined) {
    throw invalid(path, 'must have user_id, or unique_id with org_id, or email with org_id');
  }
  if (user_id === undefined && org_id === undefined) {
    throw invalid(
      path === '' ? 'org_id' : `${path}.org_id`,
      `is required with ${unique_id === undefined ? 'email' : 'unique_id'}`,
    );
  }
}

function planActions(actions: readonly ActionInput[], path: string): Action[] {
  const ids = new Set<string>();
  return actions.map((action, index) => {
    const { id, text, payload = '', feed_msg, feed_message, style, outcome, display_status } = action;
    if (ids.has(id)) throw invalid(`${path}[${index}].id`, 'is the id of another action of the step');
    ids.add(id);
    if (feed_msg !== undefined && feed_message !== undefined && feed_msg !== feed_message) {
      throw invalid(`${path}[${index}].feed_message`, 'differs from feed_msg, its alias');
    }
    return {
      id,
      text,
      payload,
      feed_msg: feed_msg ?? feed_message ?? endingMessage(action),
      ...(style === undefined ? {} : { style }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(display_status === undefined ? {} : { display_status }),
    };
  });
}

// By default, a button that ends the transaction announces this in the chat. An empty feed message suppresses it.
function endingMessage({ outcome, display_status }: ActionInput): string {
  if (outcome === undefined) return '';
  return (display_status ?? outcomeStatus[outcome]).text;
}

export function namingField(assignee: AssigneeInput): keyof AssigneeInput {
  if (assignee.user_id !== undefined) return 'user_id';
  return assignee.unique_id !== undefined ? 'unique_id' : 'email';
}
