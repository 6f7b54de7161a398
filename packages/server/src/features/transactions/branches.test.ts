import assert from 'node:assert/strict';
import {
  adminOf,
  type Cast,
  type CreatedUser,
  expectRefusal,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { checkReceiptFile } from '../receipts/index.ts';
import { announceDueSteps } from './due-steps.ts';
import { createWorkflow, sharedStep, type Workflow } from './testing/workflow.ts';

const HOUR = 3_600_000;

let service: TestService;
let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const ok = { id: 'ok', text: 'OK' };
const to = (next: number | 'end', id = `to${next}`) => ({ id, text: `To ${next}`, next });
const step = (person: CreatedUser, actions: object[], more: object = {}) => ({
  assignee: { user_id: person.id },
  actions,
  ...more,
});
const statuses = async (id: number) => (await workflow.steps(id)).map(({ status }) => status);
async function press(id: number, stepId: number | undefined, person: CreatedUser, button = 'ok') {
  const answer = await workflow.press(id, stepId, person.token, button);
  assert.equal(answer.status, 200, answer.body.message);
}
const moves = async (after: number) =>
  (await workflow.feed(after)).filter(({ kind }) => kind === 'transaction_moved').map(({ body }) => body);
const waiting = async ({ token }: CreatedUser) =>
  (await service.call('GET', '/me/steps', { token })).body.data.count;

test('[FLOW-5] a button skips the steps up to the next one, and nobody presses in them', async () => {
  const { owner, editor, viewer } = cast;
  const { id, steps } = await workflow.create([
    step(owner, [ok, to(4)]),
    step(editor, [ok]),
    sharedStep([editor, viewer]),
    step(viewer, [ok], { distinct_from: [2] }),
  ]);
  const seq = await workflow.seq();
  await press(id, steps[0], owner, 'to4');
  assert.deepEqual(await statuses(id), ['completed', 'skipped', 'skipped', 'current']);
  assert.deepEqual(await moves(seq), [
    { id, step_id: steps[0], next: 4, reopened: [], skipped: [steps[1], steps[2]] },
  ]);
  const [, skipped] = await workflow.steps(id);
  assert.deepEqual([skipped?.completed_time, skipped?.clicked_button_id], [undefined, undefined]);
  assert.deepEqual([await waiting(editor), await waiting(viewer)], [0, 1]);
  assert.equal((await workflow.press(id, steps[1], editor.token, 'ok')).status, 409);
  await press(id, steps[3], viewer);
  assert.equal((await workflow.get(id)).body.data.outcome, 'completed');
});

test('[FLOW-5] `next: end` ends the transaction, and open steps are skipped', async () => {
  const { owner, editor } = cast;
  const { id, steps } = await workflow.create([step(owner, [ok, to('end')]), step(editor, [ok])]);
  await press(id, steps[0], owner, 'toend');
  const { outcome, display_status } = (await workflow.get(id)).body.data;
  assert.deepEqual([outcome, display_status.text], ['completed', 'Completed']);
  assert.deepEqual(await statuses(id), ['completed', 'skipped']);
});

test('[FLOW-6] a button goes back: the steps between are open again, and earlier presses are only in log and history', async () => {
  const { owner, editor, viewer } = cast;
  const { id, steps } = await workflow.create([
    step(owner, [ok]),
    sharedStep([editor, viewer], { actions: [ok], required: 'all' }),
    step(viewer, [ok, to(1, 'back')]),
    step(owner, [ok]),
  ]);
  await press(id, steps[0], owner);
  await press(id, steps[1], editor);
  await press(id, steps[1], viewer);
  const seq = await workflow.seq();
  await press(id, steps[2], viewer, 'back');
  assert.deepEqual(await statuses(id), ['current', 'waiting', 'waiting', 'waiting']);
  assert.deepEqual(await moves(seq), [
    { id, step_id: steps[2], next: 1, reopened: steps.slice(0, 3), skipped: [] },
  ]);
  const [first, second, , last] = await workflow.steps(id);
  assert.deepEqual([first?.reopened_count, last?.reopened_count], [1, undefined]);
  assert.equal(second?.pressed_count, 0);
  assert.deepEqual(await Promise.all([owner, editor, viewer].map(waiting)), [1, 0, 0]);
  const past = await service.call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, { token: owner.token });
  assert.deepEqual(
    past.body.data.steps.map((each: { status: string }) => each.status),
    ['completed', 'completed', 'current', 'waiting'],
  );
  await press(id, steps[0], owner);
  await press(id, steps[1], viewer);
  await press(id, steps[1], editor);
  await press(id, steps[2], viewer);
  await press(id, steps[3], owner);
  assert.equal((await workflow.get(id)).body.data.outcome, 'completed');
  const receipt = await fetch(`${service.origin}/v1${workflow.path(id)}/receipt`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const check = await checkReceiptFile(await receipt.text());
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const entries = check?.payload.runs.flatMap(({ items }) => items) ?? [];
  const kinds = entries.flatMap((item) => (typeof item === 'string' ? [] : item.kind));
  assert.equal(kinds.filter((kind) => kind === 'step_completed').length, 7, 'the presses of both rounds');
  assert.ok(kinds.includes('transaction_moved'));
});

test('[FLOW-6] a step of a form and an acknowledgement that is reopened asks for new answers, and pages stay read', async () => {
  const { owner, viewer } = cast;
  const fields = [{ id: 'income', type: 'number', label: 'Income', required: true }];
  const { id, steps } = await workflow.create([
    step(viewer, [ok], { action_style: 'FORM', fields }),
    step(owner, [ok, to(1, 'back')]),
  ]);
  const send = (answers?: object) =>
    service.call('POST', workflow.path(id, steps[0]), {
      token: viewer.token,
      json: { click_button_id: 'ok', ...(answers && { answers }) },
    });
  assert.equal((await send({ income: 1 })).status, 200);
  await press(id, steps[1], owner, 'back');
  assert.equal((await workflow.steps(id))[0]?.answers, undefined);
  expectRefusal(await send(), 400, 'answers.income');
  assert.equal((await send({ income: 2 })).status, 200);
  assert.deepEqual((await workflow.steps(id))[0]?.answers, { income: 2 });
  const logged = (await workflow.feed()).flatMap(({ body }) => body.answers ?? []);
  assert.deepEqual(logged, [{ income: 1 }, { income: 2 }]);
});

test('[FLOW-6] of parallel steps one goes back and both are open again, also what the other skipped', async () => {
  const { owner, editor, viewer } = cast;
  const { id, steps } = await workflow.create([
    step(owner, [ok], { order_number: 1 }),
    step(editor, [ok, to(4)], { order_number: 2 }),
    step(viewer, [ok, to(1, 'back')], { order_number: 2 }),
    step(owner, [ok], { order_number: 3 }),
    step(owner, [ok], { order_number: 4 }),
  ]);
  await press(id, steps[0], owner);
  await press(id, steps[1], editor, 'to4');
  assert.deepEqual(await statuses(id), ['completed', 'completed', 'current', 'skipped', 'waiting']);
  await press(id, steps[2], viewer, 'back');
  assert.deepEqual(await statuses(id), ['current', 'waiting', 'waiting', 'waiting', 'waiting']);
});

test('[FLOW-7] a step is reopened at most as often as the transaction allows, then the press is 412 and another ends it', async () => {
  const { owner, viewer } = cast;
  const make = (more: Record<string, unknown>) =>
    workflow.create([step(owner, [ok]), step(viewer, [ok, to(1, 'back')])], owner.token, more);
  for (const [more, times] of [
    [{ max_reopenings: 2 }, 2],
    [{}, 10],
  ] as const) {
    const { id, steps } = await make(more);
    for (let round = 0; round < times; round++) {
      await press(id, steps[0], owner);
      await press(id, steps[1], viewer, 'back');
    }
    await press(id, steps[0], owner);
    const state = await workflow.state();
    assert.equal((await workflow.press(id, steps[1], viewer.token, 'back')).status, 412);
    assert.deepEqual(await workflow.state(), state);
    assert.equal((await workflow.steps(id))[0]?.reopened_count, times);
    await press(id, steps[1], viewer);
    assert.equal((await workflow.get(id)).body.data.outcome, 'completed');
  }
});

test('[FLOW-8] buttons that lead nowhere or never to the end are refused, and nothing is created', async () => {
  const { owner } = cast;
  const state = await workflow.state();
  const refuse = async (actions: object[], field: string, more: object = {}) => {
    const json = { title: 'Loan', content: '', steps: [step(owner, [ok]), step(owner, actions)], ...more };
    expectRefusal(await workflow.post(json), 400, field);
  };
  await refuse([ok, to(3)], 'steps[1].actions[1].next');
  await refuse([ok, to(1.5)], 'steps[1].actions[1].next');
  await refuse([ok, { ...to(1), next: 'start' }], 'steps[1].actions[1].next');
  await refuse([ok, { ...to(1), next: -1 }], 'steps[1].actions[1].next');
  await refuse([ok, { ...to(1), outcome: 'rejected' }], 'steps[1].actions[1].next');
  await refuse([to(1)], 'steps[1].actions');
  await refuse([to(1), to(2)], 'steps[1].actions');
  await refuse([ok], 'max_reopenings', { max_reopenings: 0 });
  await refuse([ok], 'max_reopenings', { max_reopenings: 101 });
  assert.deepEqual(await workflow.state(), state);
});

test('[FLOW-9] the due time of a reopened step counts from then, and it is announced again', async () => {
  const { owner, viewer } = cast;
  const now = service.clock.now();
  const due_time = now + 2 * HOUR;
  const { id, steps } = await workflow.create([
    step(viewer, [ok], { due_time }),
    step(owner, [ok, to(1, 'back')]),
  ]);
  service.clock.advance(3 * HOUR);
  await announceDueSteps(service.env);
  assert.equal((await workflow.get(id)).body.data.display_status.text, 'Overdue');
  await press(id, steps[0], viewer);
  await press(id, steps[1], owner, 'back');
  const { data } = (await workflow.get(id)).body;
  const at = data.steps[0].reopened_time;
  assert.ok(at >= now + 3 * HOUR);
  const length = due_time - data.steps[0].created_time;
  assert.deepEqual([data.steps[0].due_time, data.display_status], [at + length, undefined]);
  const { body } = await service.call('GET', '/me/steps', { token: viewer.token });
  assert.equal(body.data.steps[0].time, at, 'it waits since the reopening');
  const seq = await workflow.seq();
  service.clock.advance(HOUR);
  await announceDueSteps(service.env);
  assert.equal(await workflow.seq(), seq);
  service.clock.advance(2 * HOUR);
  await announceDueSteps(service.env);
  const kinds = (await workflow.feed(seq)).map(({ kind }) => kind);
  assert.ok(kinds.includes('step_overdue'));
});

test('[FLOW-9] a group answers a reopened step with its members of then', async () => {
  const { owner, editor, viewer } = cast;
  const admin = await adminOf(service, owner);
  const groups = `/orgs/${owner.orgId}/groups`;
  const json = { name: 'Committee', members: [{ user_id: editor.id }] };
  const group = (await service.call('POST', groups, { token: admin.token, json })).body.data.id;
  const { id, steps } = await workflow.create([
    { assignee: { group_id: group }, actions: [ok] },
    step(owner, [ok, to(1, 'back')]),
  ]);
  await press(id, steps[0], editor);
  const members = [{ user_id: viewer.id }];
  await service.call('POST', `${groups}/${group}`, { token: admin.token, json: { members } });
  await press(id, steps[1], owner, 'back');
  assert.equal((await workflow.press(id, steps[0], editor.token, 'ok')).status, 403);
  await press(id, steps[0], viewer);
});

test('[FLOW-6] going back is refused if it would exclude everybody from a step', async () => {
  const { owner, editor, viewer } = cast;
  const { id, steps } = await workflow.create([
    sharedStep([editor, viewer], { actions: [ok] }),
    step(owner, [ok], { distinct_from: [1] }),
    step(owner, [ok, to(1, 'back')]),
  ]);
  await press(id, steps[0], editor);
  const assignee = `${workflow.path(id, steps[1])}/assignee`;
  const reassigned = await service.call('POST', assignee, {
    token: owner.token,
    json: { user_id: viewer.id },
  });
  assert.equal(reassigned.status, 200);
  await press(id, steps[1], viewer);
  assert.equal((await workflow.press(id, steps[2], owner.token, 'back')).status, 412);
  await press(id, steps[2], owner);
});
