import type { Action } from '@ringbinder/protocol';
import { type Because, because, invalid, withDetails } from '../../errors.ts';
import { assigneeIdsOf, delegateIdsOf, pressersOf } from './present.ts';
import type { StepRow } from './queries.ts';

export interface AnswerRules {
  orderNumber: number;
  assigneeIds: readonly string[];
  escalateTo: string | undefined;
  actions: readonly Action[];
  required: number | null;
  distinctFrom: readonly number[] | undefined;
  notCreator: boolean;
  /** The people who pressed a button of a completed step, and those whom they represented. */
  pressers?: readonly string[];
  /** The delegates who pressed a button of an open step. */
  delegateIds?: readonly string[];
}

export function answerRulesOf(step: StepRow, ids?: readonly string[]): AnswerRules {
  return {
    orderNumber: step.order_number,
    assigneeIds: ids ?? assigneeIdsOf(step),
    escalateTo: step.escalate_to ?? undefined,
    actions: step.actions,
    required: step.required,
    distinctFrom: step.distinct_from ?? undefined,
    notCreator: step.not_creator ?? false,
    ...(step.completed_at === null ? { delegateIds: delegateIdsOf(step) } : { pressers: pressersOf(step) }),
  };
}

interface Obstacle {
  index: number;
  field: 'required' | 'not_creator' | 'distinct_from';
  message: Because;
}

export function checkAnswerable(steps: readonly AnswerRules[], creatorId: string): void {
  const escalated = steps.findIndex(({ notCreator, escalateTo }) => notCreator && escalateTo === creatorId);
  if (escalated !== -1)
    throw invalid(`steps[${escalated}].escalation.assignee`, because('escalation_creator'));
  const obstacle = findUnreachableStep(steps, creatorId);
  if (obstacle) throw invalid(`steps[${obstacle.index}].${obstacle.field}`, obstacle.message);
}

export function findUnreachableStep(steps: readonly AnswerRules[], creatorId: string): Obstacle | undefined {
  for (const [index, step] of steps.entries()) {
    if (step.pressers) continue;
    const needed = neededPeople(step);
    const people = peopleWhoMay(step, creatorId);
    if (step.assigneeIds.length < needed) return { index, field: 'required', message: splitMessage(step) };
    if (people.size < needed)
      return { index, field: 'not_creator', message: shortage('the creator', people.size, needed) };
    const left = people.size - maxExcluded(steps, step, people, creatorId);
    if (left < needed)
      return { index, field: 'distinct_from', message: shortage('earlier presses', left, needed) };
  }
  return undefined;
}

/** After this many people have pressed, one button surely has `required` presses (pigeonhole principle). */
function neededPeople({ actions, required }: AnswerRules): number {
  if (required === null) return 1;
  const buttons = actions.filter(({ veto }) => !veto).length;
  return buttons === 0 && required > 1 ? Number.POSITIVE_INFINITY : buttons * (required - 1) + 1;
}

function peopleWhoMay({ assigneeIds, notCreator }: AnswerRules, creatorId: string): Set<string> {
  return new Set(assigneeIds.filter((id) => !(notCreator && id === creatorId)));
}

function maxExcluded(
  steps: readonly AnswerRules[],
  step: AnswerRules,
  people: ReadonlySet<string>,
  creatorId: string,
): number {
  const all = new Set<string>();
  let count = 0;
  for (const earlier of steps) {
    if (!step.distinctFrom?.includes(earlier.orderNumber)) continue;
    const { pressers, escalateTo, delegateIds = [] } = earlier;
    const candidates = new Set(pressers ?? [...peopleWhoMay(earlier, creatorId), ...delegateIds]);
    if (!pressers && escalateTo !== undefined) candidates.add(escalateTo);
    const excludable = [...candidates].filter((id) => people.has(id));
    for (const id of excludable) all.add(id);
    count += pressers
      ? excludable.length
      : Math.min(excludable.length, neededPeople(earlier) + delegateIds.length);
  }
  return Math.min(all.size, count);
}

function splitMessage({ assigneeIds, actions, required }: AnswerRules): Because {
  const buttons = actions.filter(({ veto }) => !veto).length;
  return buttons === 0
    ? because('veto_only')
    : withDetails(
        because('required_splits'),
        `is too high: ${assigneeIds.length} people can split over ${buttons} buttons so that none has ${required} presses; mark buttons as veto or add assignees`,
      );
}

const shortage = (cause: string, left: number, needed: number) =>
  withDetails(
    because('too_few_people'),
    `may leave too few people to complete the step: without ${cause}, ${Math.max(0, left)} of ${needed} remain`,
  );
