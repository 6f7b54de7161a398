import assert from 'node:assert/strict';
import type { Action, Step } from '@ringbinder/protocol';
import fc from 'fast-check';

export const MAX_REOPENINGS = 2;

/** Index of a person. Person 0 is the creator. */
const someone = fc.integer({ min: 0, max: 4 });
export const plannedStep = fc.record({
  people: fc.uniqueArray(someone, { minLength: 1, maxLength: 5, size: 'max' }),
  required: fc.integer({ min: 1, max: 3 }),
  buttons: fc.array(fc.constantFrom('plain', 'veto', 'completed', 'rejected', 'counted'), {
    minLength: 1,
    maxLength: 3,
  }),
  order: fc.integer({ min: 1, max: 3 }),
  distinct: fc.subarray([1, 2]),
  branches: fc.array(fc.constantFrom(1, 2, 3, 'end', undefined), { minLength: 3, maxLength: 3 }),
  notCreator: fc.boolean(),
});
export const plannedPress = fc.record({
  step: fc.nat({ max: 2 }),
  person: someone,
  button: fc.nat({ max: 2 }),
});
export type PlannedStep = typeof plannedStep extends fc.Arbitrary<infer T> ? T : never;

const buttonOf = (kind: string, index: number) => ({
  id: `b${index}`,
  text: kind,
  ...(kind === 'completed' || kind === 'rejected' ? { outcome: kind } : {}),
  ...(kind === 'counted' ? { outcome: 'rejected', veto: false } : {}),
});

/**
 * Returns whether the button may have this `next`. A button with an outcome ends the transaction, and the server
 * rejects the number of a missing step.
 */
const hasBranch = (next: string | number | undefined, kind: string, all: readonly PlannedStep[]) =>
  next === 'end' || ((kind === 'plain' || kind === 'veto') && all.some(({ order }) => order === next));

export const stepOf =
  (people: readonly { id: string }[]) =>
  (
    { people: of, required, buttons, order, distinct, notCreator, branches }: PlannedStep,
    _: number,
    all: readonly PlannedStep[],
  ) => {
    const ids = of.map((index) => ({ user_id: people[index]?.id }));
    const isShared = ids.length > 1;
    const earlier = distinct.filter((each) => each < order && all.some((other) => other.order === each));
    return {
      ...(isShared ? { assignees: ids, required: Math.min(required, ids.length) } : { assignee: ids[0] }),
      actions: buttons.map((kind, index) => ({
        ...buttonOf(kind, index),
        ...(kind === 'veto' && isShared ? { veto: true } : {}),
        ...(hasBranch(branches[index], kind, all) ? { next: branches[index] } : {}),
      })),
      order_number: order,
      ...(earlier.length === 0 ? {} : { distinct_from: earlier }),
      ...(notCreator ? { not_creator: true } : {}),
    };
  };

export interface ModelTransaction {
  creator: { id: string };
  steps: readonly ModelStep[];
}
interface ModelStep extends Pick<Step, 'id' | 'order_number' | 'required' | 'distinct_from' | 'not_creator'> {
  actions: readonly Pick<Action, 'id' | 'veto' | 'next' | 'outcome'>[];
  assignee: { user_id: string };
  assignees?: readonly { user_id: string }[];
}

export function createModel<P extends { id: string }>(transaction: ModelTransaction, people: readonly P[]) {
  const steps = transaction.steps.map((step) => ({
    step,
    presses: new Map<string, string>(),
    isDone: false,
    isSkipped: false,
    reopened: 0,
  }));
  const mayPress = ({ step, presses }: (typeof steps)[number], user: string) => {
    const all = step.assignees?.map(({ user_id }) => user_id) ?? [step.assignee.user_id];
    const earlier = steps.filter((each) => step.distinct_from?.includes(each.step.order_number));
    const isExcluded =
      (step.not_creator === true && user === transaction.creator.id) ||
      earlier.some((each) => each.presses.has(user));
    return all.includes(user) && !presses.has(user) && !isExcluded;
  };
  const follow = (from: (typeof steps)[number], next: number) => {
    const { order_number: own } = from.step;
    for (const each of steps) {
      const { order_number: order } = each.step;
      if (next > own && order > own && order < next && !each.isDone) each.isDone = each.isSkipped = true;
      if (next > own || order < next || (order > own && !each.isDone)) continue;
      each.isDone = each.isSkipped = false;
      each.presses.clear();
      each.reopened += 1;
      assert.ok(each.reopened <= MAX_REOPENINGS, 'bounded');
    }
  };
  let outcome: string | undefined;
  const isTurn = (order: number) => !steps.some(({ step, isDone }) => !isDone && step.order_number < order);
  const isReopenable = ({ step }: (typeof steps)[number], next: number) =>
    steps.every(({ step: { order_number: order }, reopened }) => {
      const isReached = order >= next && order <= step.order_number;
      return !isReached || reopened < MAX_REOPENINGS;
    });
  const completes = (each: (typeof steps)[number], button: unknown) => {
    const action = each.step.actions.find(({ id }) => id === button);
    const count = [...each.presses.values()].filter((id) => id === button).length;
    return action?.veto === true || count + 1 >= (each.step.required ?? 1);
  };
  return {
    outcome: () => outcome,
    isAllowed(stepId: unknown, user: string, button: unknown): boolean {
      const each = steps.find(({ step }) => step.id === stepId);
      const action = each?.step.actions.find(({ id }) => id === button);
      if (!each || !action || outcome !== undefined || each.isDone) return false;
      if (!isTurn(each.step.order_number) || !mayPress(each, user)) return false;
      const { next } = action;
      const isBack = typeof next === 'number' && next <= each.step.order_number;
      return !(isBack && completes(each, button)) || isReopenable(each, next);
    },
    apply(stepId: unknown, user: string, button: unknown, isCompleted: boolean) {
      assert.equal(outcome, undefined, 'no press after the end');
      const each = steps.find(({ step }) => step.id === stepId);
      assert.ok(each && !each.isDone, 'no press in a step that is done');
      const isInTurn = isTurn(each.step.order_number);
      assert.ok(isInTurn && mayPress(each, user), 'only in turn, only once, and only by people who may');
      each.isDone = completes(each, button);
      each.presses.set(user, String(button));
      const action = each.step.actions.find(({ id }) => id === button);
      assert.equal(isCompleted, each.isDone, 'done exactly when a button has enough presses, or by a veto');
      if (!each.isDone) return;
      if (typeof action?.next === 'number') follow(each, action.next);
      outcome = action?.outcome ?? (steps.every(({ isDone }) => isDone) ? 'completed' : undefined);
    },
    possible: () => {
      const open = steps.filter(({ isDone }) => !isDone);
      const order = Math.min(...open.map(({ step }) => step.order_number));
      return open
        .filter(({ step }) => step.order_number === order)
        .flatMap((each) =>
          people.filter(({ id }) => mayPress(each, id)).map((person) => ({ step: each.step, person })),
        );
    },
    stateOf: () =>
      steps.map(({ step, presses, isDone, isSkipped, reopened }) => [
        step.id,
        isDone && !isSkipped,
        outcome === undefined && isSkipped,
        presses.size,
        reopened,
      ]),
  };
}
