import type {
  Action,
  DisplayStatus,
  FileRequest,
  FormField,
  Outcome,
  SignaturePlace,
} from '@ringbinder/protocol';
import { because, invalid } from '../../errors.ts';
import { feedTexts } from '../message-rows/index.ts';
import { checkBranches } from './branches.ts';
import { planFileRequests } from './file-requests.ts';
import { planFields, planPages } from './form-fields.ts';
import type { ActionInput, AssigneeInput, StepInput } from './schema.ts';
import { planSignatures } from './signatures.ts';

export interface PlannedStep extends Due {
  assignees: readonly NamedAssignee[];
  groups: readonly NamedGroup[];
  /** Null for a step with one assignee. A step with groups keeps `all`, because the number of members can change. */
  required: number | 'all' | null;
  distinctFrom: readonly number[] | undefined;
  notCreator: boolean;
  orderNumber: number;
  actions: Action[];
  fields: readonly FormField[] | null;
  pageIds: readonly number[] | null;
  fileRequests: readonly FileRequest[] | null;
  signaturePlaces: readonly SignaturePlace[] | null;
  /** `after` is in milliseconds after the due time. */
  escalation: { assignee: AssigneeInput; after: number } | undefined;
}

/** `path` locates the assignee in the request. It is empty if the request itself is the assignee. */
export interface NamedAssignee {
  assignee: AssigneeInput;
  path: string;
}

export interface NamedGroup {
  id: string;
  path: string;
}

/** `reminders` are in milliseconds before `dueAt`. Undefined values are taken from the transaction. */
interface Due {
  dueAt: number | undefined;
  reminders: readonly number[] | undefined;
}

export const outcomeStatus: Readonly<Record<Outcome, DisplayStatus>> = {
  completed: { text: feedTexts.completed(), style: 'SUCCESS' },
  rejected: { text: feedTexts.rejected(), style: 'DANGER' },
};

export function planSteps(steps: readonly StepInput[]): PlannedStep[] {
  checkOrderNumbers(steps);
  const orderOf = (step: StepInput, index: number) => step.order_number ?? index + 1;
  const orders = new Set(steps.map(orderOf));
  const planned = steps.map((step, index) => {
    const path = `steps[${index}]`;
    const { assignees, groups } = planAssignees(step, path);
    const isShared = step.assignees !== undefined || groups.length > 0;
    const orderNumber = orderOf(step, index);
    for (const [at, order] of (step.distinct_from ?? []).entries())
      if (order >= orderNumber || !orders.has(order))
        throw invalid(`${path}.distinct_from[${at}]`, 'must be the order number of an earlier step');
    if (step.escalation) checkAssignee(step.escalation.assignee, `steps[${index}].escalation.assignee`);
    const actions = planActions(step.actions, `${path}.actions`, isShared);
    return {
      assignees,
      groups,
      required: planRequired(step, path, groups.length > 0),
      distinctFrom: step.distinct_from,
      notCreator: step.not_creator ?? false,
      orderNumber,
      actions,
      fields: planFields(step, path),
      pageIds: planPages(step, path),
      fileRequests: planFileRequests(step, path),
      signaturePlaces: planSignatures(step, path),
      dueAt: step.due_time,
      reminders: step.reminders,
      escalation: step.escalation,
    };
  });
  checkBranches(planned);
  return planned;
}

function planAssignees(
  { assignee, assignees }: StepInput,
  path: string,
): Pick<PlannedStep, 'assignees' | 'groups'> {
  if (assignees !== undefined && assignee !== undefined)
    throw invalid(`${path}.assignees`, 'cannot be combined with assignee');
  if (assignees === undefined && assignee === undefined)
    throw invalid(`${path}.assignee`, 'is required, or assignees');
  const named = assignees
    ? assignees.map((each, index) => ({ assignee: each, path: `${path}.assignees[${index}]` }))
    : [{ assignee: assignee ?? {}, path: `${path}.assignee` }];
  const people: NamedAssignee[] = [];
  const groups: NamedGroup[] = [];
  for (const each of named) {
    const { group_id: id, ...person } = each.assignee;
    if (id === undefined) {
      checkAssignee(each.assignee, each.path);
      people.push(each);
      continue;
    }
    const field = `${each.path}.group_id`;
    if (Object.values(person).some((value) => value !== undefined))
      throw invalid(field, 'cannot be combined with a person');
    if (groups.some((group) => group.id === id)) throw invalid(field, 'is the same group as an earlier one');
    groups.push({ id, path: field });
  }
  return { assignees: people, groups };
}

function planRequired(
  { assignees, required = 1 }: StepInput,
  path: string,
  hasGroups: boolean,
): PlannedStep['required'] {
  if (hasGroups) return required;
  if (assignees === undefined) {
    if (required === 1 || required === 'all') return null;
    throw invalid(`${path}.required`, 'needs assignees');
  }
  if (required === 'all') return assignees.length;
  if (required > assignees.length)
    throw invalid(`${path}.required`, because('required_above_assignees', { count: assignees.length }));
  return required;
}

function checkOrderNumbers(steps: readonly StepInput[]): void {
  const missing = steps.findIndex((step) => step.order_number === undefined);
  if (missing === -1 || steps.every((step) => step.order_number === undefined)) return;
  throw invalid(`steps[${missing}].order_number`, 'is required when another step has one');
}

export function checkAssignee(assignee: AssigneeInput, path: string): void {
  const { user_id, unique_id, email, org_id, group_id } = assignee;
  if (group_id !== undefined)
    throw invalid(
      path === '' ? 'group_id' : `${path}.group_id`,
      'names a group where only a person is possible',
    );
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

function planActions(actions: readonly ActionInput[], path: string, isShared: boolean): Action[] {
  const ids = new Set<string>();
  return actions.map((action, index) => {
    const { id, text, payload = '', feed_msg, feed_message, style, display_status, next } = action;
    if (typeof next === 'number' && action.outcome !== undefined)
      throw invalid(`${path}[${index}].next`, 'cannot be combined with outcome, which ends the transaction');
    const outcome = outcomeOf(action);
    if (action.veto !== undefined && !isShared) throw invalid(`${path}[${index}].veto`, 'needs assignees');
    const isVeto = isShared && (action.veto ?? outcome === 'rejected');
    if (ids.has(id)) throw invalid(`${path}[${index}].id`, 'is the id of another action of the step');
    ids.add(id);
    if (feed_msg !== undefined && feed_message !== undefined && feed_msg !== feed_message) {
      throw invalid(`${path}[${index}].feed_message`, 'differs from feed_msg, its alias');
    }
    return {
      id,
      text,
      payload,
      feed_msg:
        feed_msg ?? feed_message ?? (isShared && !isVeto ? sharedMessage(action) : endingMessage(action)),
      ...(style === undefined ? {} : { style }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(display_status === undefined ? {} : { display_status }),
      ...(next === undefined ? {} : { next }),
      ...(isVeto ? { veto: true } : {}),
    };
  });
}

// Message of an action without `feed_msg`.
function endingMessage(action: ActionInput): string {
  const { display_status } = action;
  const outcome = outcomeOf(action);
  if (outcome === undefined) return '';
  return (display_status ?? outcomeStatus[outcome]).text;
}

function sharedMessage(action: ActionInput): string {
  return outcomeOf(action) === undefined ? '' : action.text;
}

const outcomeOf = ({ outcome, next }: ActionInput): Outcome | undefined =>
  outcome ?? (next === 'end' ? 'completed' : undefined);

export function namingField(assignee: AssigneeInput): keyof AssigneeInput {
  if (assignee.user_id !== undefined) return 'user_id';
  return assignee.unique_id !== undefined ? 'unique_id' : 'email';
}
