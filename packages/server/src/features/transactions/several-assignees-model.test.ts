import assert from 'node:assert/strict';
import type { Action, Step, Transaction } from '@ringbinder/protocol';
import type { CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { createWorkflow, type Workflow } from './testing/workflow.ts';

const RUNS = 150;
const MAX_REOPENINGS = 2;

let people: CreatedUser[];
let workflow: Workflow;
beforeAll(async () => {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const [owner, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => service.make.user({ partner, client })),
  );
  assert.ok(owner);
  people = [owner, ...others];
  const members = others.map((user) => ({ user, role: 'viewer' as const }));
  const binderId = await service.make.binder(owner, members);
  workflow = createWorkflow(service, { binderId, owner });
});

/** Indexes of people; the first is the creator. */
const someone = fc.integer({ min: 0, max: 4 });
const plannedStep = fc.record({
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
const plannedPress = fc.record({
  step: fc.nat({ max: 2 }),
  person: someone,
  button: fc.nat({ max: 2 }),
});
type PlannedStep = typeof plannedStep extends fc.Arbitrary<infer T> ? T : never;

const buttonOf = (kind: string, index: number) => ({
  id: `b${index}`,
  text: kind,
  ...(kind === 'completed' || kind === 'rejected' ? { outcome: kind } : {}),
  ...(kind === 'counted' ? { outcome: 'rejected', veto: false } : {}),
});

/** Buttons with an outcome end the transaction. Other numbers are refused. */
const hasBranch = (next: string | number | undefined, kind: string, all: readonly PlannedStep[]) =>
  next === 'end' || ((kind === 'plain' || kind === 'veto') && all.some(({ order }) => order === next));

function stepOf(
  { people: of, required, buttons, order, distinct, notCreator, branches }: PlannedStep,
  _: number,
  all: readonly PlannedStep[],
) {
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
}

/** Applies the presses of the log one after the other to a small model, and checks that each was allowed. */
function createModel(transaction: Transaction) {
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
  return {
    outcome: () => outcome,
    apply(stepId: unknown, user: string, button: unknown, isCompleted: boolean) {
      assert.equal(outcome, undefined, 'no press after the end');
      const each = steps.find(({ step }) => step.id === stepId);
      assert.ok(each && !each.isDone, 'no press in a step that is done');
      const isWaiting = steps.some(
        (other) => !other.isDone && other.step.order_number < each.step.order_number,
      );
      assert.ok(!isWaiting && mayPress(each, user), 'only in turn, only once, and only by people who may');
      each.presses.set(user, String(button));
      const action = each.step.actions.find(({ id }) => id === button);
      const count = [...each.presses.values()].filter((id) => id === button).length;
      each.isDone = action?.veto === true || count >= (each.step.required ?? 1);
      assert.equal(isCompleted, each.isDone, 'done exactly when a button has enough presses, or by a veto');
      if (!each.isDone) return;
      if (typeof action?.next === 'number') follow(each, action.next);
      outcome = action?.outcome ?? (steps.every(({ isDone }) => isDone) ? 'completed' : undefined);
    },
    /** Steps that wait for a person now. */
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

const shownState = (steps: readonly Step[], outcome: string | undefined) =>
  steps.map(({ id, status, assignees, pressed_count, reopened_count = 0 }) => [
    id,
    status === 'completed',
    // At the end, all open steps are skipped.
    outcome === undefined && status === 'skipped',
    assignees ? pressed_count : Number(status === 'completed'),
    reopened_count,
  ]);

test('[TX-53] [TX-54] [TX-55] [FLOW-5] [FLOW-6] [FLOW-7] [FLOW-8] random steps with branches and parallel presses: no dead end, no double end, no press after the end', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(plannedStep, { minLength: 1, maxLength: 3 }),
      fc.array(plannedPress, { maxLength: 24 }),
      async (planned, presses) => {
        const max_reopenings = MAX_REOPENINGS;
        const json = { title: 'Loan', content: '', max_reopenings, steps: planned.map(stepOf) };
        const created = await workflow.post(json);
        // Contradictory steps are refused.
        if (created.status === 400) return;
        assert.equal(created.status, 200, created.body.message);
        accepted += 1;
        const id = created.body.data.transaction_id as number;
        const model = createModel((await workflow.get(id)).body.data);
        let seq = await workflow.seq();
        const follow = async () => {
          const entries = (await workflow.feed(seq)).filter(({ body }) =>
            [body.transaction_id, body.id].includes(id),
          );
          seq = await workflow.seq();
          const steps = entries.filter(({ kind }) => kind === 'step_pressed' || kind === 'step_completed');
          for (const { kind, actor, body } of steps)
            model.apply(body.id, actor.id, body.click_button_id, kind === 'step_completed');
          const { outcome, steps: now } = (await workflow.get(id)).body.data;
          assert.equal(outcome, model.outcome());
          assert.deepEqual(shownState(now, outcome), model.stateOf());
          const ends = entries.filter(({ kind }) => kind === 'transaction_ended').length;
          return { presses: steps.length, ends };
        };
        const stepIds = created.body.data.steps.map((step: { id: number }) => step.id);
        const answers = await Promise.all(
          presses.map(({ step, person, button }) =>
            workflow.press(
              id,
              stepIds[step % stepIds.length],
              people[person]?.token ?? '',
              `b${button % (planned[step % stepIds.length]?.buttons.length ?? 1)}`,
            ),
          ),
        );
        for (const { status } of answers) assert.ok([200, 403, 409, 412].includes(status), `${status}`);
        const first = await follow();
        assert.equal(first.presses, answers.filter(({ status }) => status === 200).length);
        let { ends } = first;
        while (model.outcome() === undefined) {
          const possible = model.possible();
          assert.ok(possible.length > 0, `a dead end: ${JSON.stringify(planned)}`);
          const turn = possible[accepted % possible.length];
          assert.ok(turn);
          const { step, person } = turn;
          const { actions } = step;
          const from = accepted + possible.length;
          const buttons = actions.map((_, at) => actions[(from + at) % actions.length]);
          // A button that goes back is refused when a step was reopened too often. Another one never is.
          const isRefused = async (action: Action | undefined) => {
            const { status } = await workflow.press(id, step.id, person.token, action?.id ?? '');
            if (status === 200) return false;
            assert.equal(status, 412);
            assert.ok(typeof action?.next === 'number' && action.next <= step.order_number, 'goes back');
            return true;
          };
          while (await isRefused(buttons.shift()));
          ends += (await follow()).ends;
        }
        assert.equal(ends, 1, 'it ends once');
        for (const person of people)
          assert.notEqual((await workflow.press(id, stepIds[0], person.token, 'b0')).status, 200);
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(accepted > RUNS / 5, `enough workflows ran: ${accepted}`);
}, 120_000);
