/**
 * Decides the presses of random workflows without HTTP, log and messages, and prints the number of workflows. Ends at
 * the first of two limits: `WORKFLOW_RUNS=1000000 WORKFLOW_SECONDS=3600 npm run test:slow -- workflow-model`.
 */

import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import fc from 'fast-check';
import { test } from 'vitest';
import { type BinderCall, changeBinder } from '../../access/index.ts';
import { ApiError } from '../../errors.ts';
import { checkAnswerable } from './answerable.ts';
import { addTransaction } from './create.ts';
import { planSteps } from './planned-steps.ts';
import { decidePress } from './press.ts';
import type { StepInput } from './schema.ts';
import {
  createModel,
  MAX_REOPENINGS,
  type PlannedStep,
  plannedPress,
  plannedStep,
  stepOf,
} from './testing/random-workflow.ts';

const RUNS = Number(process.env.WORKFLOW_RUNS ?? 2_000);
const SECONDS = Number(process.env.WORKFLOW_SECONDS ?? 600);
const SEED = Number(process.env.WORKFLOW_SEED ?? 1);
const LANES = 4;
const BATCH = 100;
const REPORT_EVERY = 10_000;
/** More than any workflow of three steps needs with two reopenings. */
const MAX_WAVES = 300;

const { env } = service;
const workflows = fc.record({
  planned: fc.array(plannedStep, { minLength: 1, maxLength: 3 }),
  presses: fc.array(plannedPress, { maxLength: 3 }),
});
type Workflow = typeof workflows extends fc.Arbitrary<infer T> ? T : never;

interface Lane {
  people: { id: string }[];
  binderId: string;
  random(limit: number): number;
}

interface Turn {
  stepId: number;
  userId: string;
  buttonId: string;
}

const total = { workflows: 0, refusedPlans: 0, presses: 0, refusedPresses: 0, parallel: 0, reopenings: 0 };

async function openLane(seed: number): Promise<Lane> {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const people = [];
  for (let index = 0; index < 5; index++) people.push(await service.make.user({ partner, client }));
  const [owner, ...others] = people;
  assert.ok(owner);
  const members = others.map((user) => ({ user, role: 'viewer' as const }));
  return { people, binderId: await service.make.binder(owner, members), random: generatorOf(seed) };
}

function generatorOf(seed: number): Lane['random'] {
  let state = BigInt(seed);
  return (limit) => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number((state >> 33n) % BigInt(limit));
  };
}

const callOf = ({ binderId }: Lane, userId: string) =>
  ({ env, db: env.db, actor: { userId }, binderId }) as unknown as BinderCall;

const stepsOf = ({ people }: Lane, planned: readonly PlannedStep[]) =>
  planned.map(stepOf(people)) as unknown as StepInput[];

const assigneesOf = (step: StepInput | undefined) =>
  (step?.assignees ?? [step?.assignee]).map((each) => each?.user_id ?? '');

function planOf({ people }: Lane, steps: readonly StepInput[]) {
  try {
    const planned = planSteps(steps).map((step, index) => ({
      ...step,
      assigneeIds: assigneesOf(steps[index]),
      required: step.required === null ? null : Number(step.required),
      escalateTo: undefined,
    }));
    checkAnswerable(planned, people[0]?.id ?? '');
    return planned;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function create(lane: Lane, planned: readonly PlannedStep[]) {
  const steps = stepsOf(lane, planned);
  const plan = planOf(lane, steps);
  if (!plan) return undefined;
  const creator = lane.people[0]?.id ?? '';
  const input = { title: 'Loan', content: '', max_reopenings: MAX_REOPENINGS, steps };
  const { id, stepIds } = await changeBinder(callOf(lane, creator), 'write', (change) =>
    addTransaction({ ...change, log: async () => 0 }, creator, input),
  );
  const facts = plan.map(
    ({ assigneeIds, orderNumber, required, actions, distinctFrom, notCreator }, index) => {
      const [assignee = { user_id: '' }, ...others] = assigneeIds.map((each) => ({ user_id: each }));
      return {
        id: stepIds[index] ?? 0,
        order_number: orderNumber,
        assignee,
        ...(required === null ? {} : { assignees: [assignee, ...others], required }),
        actions,
        ...(distinctFrom ? { distinct_from: [...distinctFrom] } : {}),
        not_creator: notCreator,
      };
    },
  );
  return { id, model: createModel({ creator: { id: creator }, steps: facts }, lane.people), facts };
}

type Created = NonNullable<Awaited<ReturnType<typeof create>>>;

/**
 * The model repeats each press while the press holds the binder's lock, so that model and server have the same order.
 * Returns the number of presses that ended the transaction.
 */
async function pressAll(lane: Lane, { id, model }: Created, turns: readonly Turn[]): Promise<number> {
  let ends = 0;
  const press = ({ stepId, userId, buttonId }: Turn) =>
    changeBinder(callOf(lane, userId), 'read', async ({ tx, at }) => {
      const decider = { tx, at, actor: { userId }, binderId: lane.binderId };
      const isAllowed = model.isAllowed(stepId, userId, buttonId);
      const { after } = await decidePress(decider, { transactionId: id, stepId, buttonId }).catch((error) => {
        assert.ok(!isAllowed, `refuses an allowed press: ${error.message}`);
        throw error;
      });
      assert.ok(isAllowed, 'accepts no press that the model refuses');
      model.apply(stepId, userId, buttonId, after.is_completed);
      assert.equal(after.outcome ?? undefined, model.outcome(), 'ends when the model ends');
      if (after.outcome !== null) ends += 1;
      total.presses += 1;
    }).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      total.refusedPresses += 1;
    });
  if (turns.length > 1) total.parallel += turns.length;
  await Promise.all(turns.map(press));
  return ends;
}

const allowedTurns = ({ model }: Created): Turn[] =>
  model
    .possible()
    .flatMap(({ step, person }) =>
      step.actions.map(({ id }) => ({ stepId: step.id, userId: person.id, buttonId: id })),
    )
    .filter(({ stepId, userId, buttonId }) => model.isAllowed(stepId, userId, buttonId));

async function checkStored(lane: Lane, { id, model }: Created): Promise<void> {
  const rows = await env.db.query<{ id: number; done: boolean; presses: number; reopenings: number }>(
    `SELECT s.id, s.clicked_button_id IS NOT NULL AS done, coalesce(s.reopenings, 0) AS reopenings,
       CASE WHEN s.presses IS NULL THEN (s.clicked_button_id IS NOT NULL)::int
         ELSE (SELECT count(*)::int FROM jsonb_object_keys(s.presses)) END AS presses
     FROM transaction_steps s WHERE s.binder_id = $1 AND s.transaction_id = $2 ORDER BY s.place`,
    [lane.binderId, id],
  );
  const expected = model
    .stateOf()
    .map(([stepId, isDone, , presses, reopened]) => [stepId, isDone, presses, reopened]);
  assert.deepEqual(
    rows.map(({ id: stepId, done, presses, reopenings }) => [stepId, done, presses, reopenings]),
    expected,
  );
  for (const { reopenings } of rows) total.reopenings += reopenings;
}

async function run(lane: Lane, { planned, presses }: Workflow): Promise<void> {
  const created = await create(lane, planned);
  if (!created) {
    total.refusedPlans += 1;
    return;
  }
  const { facts, model } = created;
  const anyTurn = (step: number, person: number, button: number): Turn => {
    const fact = facts[step % facts.length] ?? facts[0];
    const action = fact?.actions[button % fact.actions.length];
    return { stepId: fact?.id ?? 0, userId: lane.people[person]?.id ?? '', buttonId: action?.id ?? '' };
  };
  const { random } = lane;
  let ends = await pressAll(
    lane,
    created,
    presses.map(({ step, person, button }) => anyTurn(step, person, button)),
  );
  let waves = 0;
  while (model.outcome() === undefined) {
    waves += 1;
    assert.ok(waves < MAX_WAVES, 'comes to an end');
    const allowed = allowedTurns(created);
    assert.ok(allowed.length > 0, `a dead end: ${JSON.stringify(planned)}`);
    const turns = Array.from({ length: 1 + random(3) }, () => allowed[random(allowed.length)] as Turn);
    ends += await pressAll(lane, created, turns);
  }
  assert.equal(ends, 1, 'ends once');
  assert.equal(
    await pressAll(lane, created, [anyTurn(random(3), random(5), random(3))]),
    0,
    'not after the end',
  );
  await checkStored(lane, created);
  total.workflows += 1;
}

async function clear({ binderId }: Lane): Promise<void> {
  for (const table of ['transaction_steps', 'transactions', 'versions'])
    await env.db.query(`DELETE FROM ${table} WHERE binder_id = $1`, [binderId]);
}

test('[TX-53] [TX-54] [TX-55] [FLOW-5] [FLOW-6] [FLOW-7] [FLOW-8] random workflows with parallel presses: no dead end, no double end, no press after the end, k of n exact', async () => {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1_000);
  const report = () =>
    process.stdout.write(`${JSON.stringify({ ...total, seconds: seconds(), seed: SEED })}\n`);
  let batches = 0;
  let reported = 0;
  const fill = async (lane: Lane) => {
    while (total.workflows < RUNS && seconds() < SECONDS) {
      const seed = SEED * 1_000_000 + batches++;
      for (const workflow of fc.sample(workflows, { numRuns: BATCH, seed })) {
        if (total.workflows >= RUNS) break;
        await run(lane, workflow).catch((error) => {
          throw new Error(`${JSON.stringify(workflow)}: ${error.message}`, { cause: error });
        });
      }
      await clear(lane);
      if (total.workflows < reported + REPORT_EVERY) continue;
      reported = total.workflows;
      report();
    }
  };
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, index) => openLane(SEED * 100 + index)));
  await Promise.all(lanes.map(fill));
  report();
  assert.ok(total.workflows > 0 && total.presses > total.workflows && total.reopenings > 0);
}, 43_200_000);
