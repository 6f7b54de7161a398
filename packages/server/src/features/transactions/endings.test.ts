import assert from 'node:assert/strict';
import { type Cast, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const reject = { id: 'reject', text: 'Reject', outcome: 'rejected' };
const approve = { id: 'approve', text: 'Approve' };
const REJECTED = { text: 'Rejected', style: 'DANGER' };
const COMPLETED = { text: 'Completed', style: 'SUCCESS' };
const threeInARow = (actions: object[] = [approve, reject]) =>
  workflow.create([cast.viewer, cast.editor, cast.owner].map((user) => stepFor(user, { actions })));
const read = async (id: number) => (await workflow.get(id)).body.data;
const readEntries = async (seq: number) =>
  (await workflow.feed(seq)).map(({ kind, body }) => ({ kind, body }));

test('[TX-34] a status that somebody has set stays when the last step is done, and goes when a button ends it', async () => {
  const display_status = { text: 'Urgent', style: 'WARNING' };
  for (const [button, visible] of [
    ['approve', display_status],
    ['reject', REJECTED],
  ] as const) {
    const { id, steps } = await workflow.create([stepFor(cast.viewer, { actions: [approve, reject] })]);
    await workflow.update(id, { display_status });
    await workflow.press(id, steps[0], cast.viewer.token, button);
    assert.deepEqual((await read(id)).display_status, visible, button);
  }
});

test('[TX-35] a display status of a button is shown once it is pressed, with and without an outcome', async () => {
  const halfway = { text: 'One of two', style: 'INFO' };
  const refused = { text: 'Abgelehnt', style: 'WARNING' };
  const actions = [
    { ...approve, display_status: halfway },
    { ...reject, display_status: refused },
  ];
  const { id, steps } = await threeInARow(actions);
  await workflow.press(id, steps[0], cast.viewer.token);
  assert.deepEqual((await read(id)).display_status, halfway);
  await workflow.press(id, steps[1], cast.editor.token, 'reject');
  const ended = await read(id);
  assert.deepEqual(ended.display_status, refused);
  assert.deepEqual(ended.steps[0].actions[0].display_status, halfway);
  assert.equal((await workflow.messages())[0], 'Abgelehnt');
});

test('[TX-32] a button may complete the transaction before its other steps are done', async () => {
  const { id, steps } = await threeInARow([approve, { id: 'all', text: 'For all', outcome: 'completed' }]);
  await workflow.press(id, steps[0], cast.viewer.token, 'all');
  const { outcome, is_active, display_status, ...rest } = await read(id);
  assert.deepEqual([outcome, is_active, display_status], ['completed', false, COMPLETED]);
  assert.equal(rest.steps[2].status, 'skipped');
});

test('[TX-36] the end stands in the log, and in the chat unless the button’s feed message is empty', async () => {
  for (const [feed, text] of [
    [{}, 'Rejected'],
    [{ feed_msg: 'No, sorry' }, 'No, sorry'],
    [{ feed_msg: '' }, undefined],
  ] as const) {
    const { id, steps } = await threeInARow([approve, { ...reject, ...feed }]);
    const seq = await workflow.seq();
    await workflow.press(id, steps[0], cast.viewer.token, 'reject');
    const entries = await readEntries(seq);
    const body = { id: steps[0], transaction_id: id, click_button_id: 'reject', outcome: 'rejected' };
    assert.deepEqual(entries.shift(), { kind: 'step_completed', body });
    if (text !== undefined) {
      const posted = entries.shift();
      assert.deepEqual([posted?.kind, posted?.body.text], ['message_posted', text]);
    }
    assert.deepEqual(entries, [
      { kind: 'transaction_ended', body: { id, outcome: 'rejected', display_status: REJECTED } },
    ]);
  }
});

test('[TX-37] is_active true opens it again: the step with the button can be pressed, those before it stay done', async () => {
  const { id, steps } = await threeInARow();
  await workflow.press(id, steps[0], cast.viewer.token);
  await workflow.press(id, steps[1], cast.editor.token, 'reject');
  await workflow.update(id, { title: 'Once more', is_active: false });
  assert.equal((await read(id)).outcome, 'rejected', 'only true opens it');
  const seq = await workflow.seq();
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  assert.deepEqual(await readEntries(seq), [
    { kind: 'transaction_updated', body: { id, is_active: true, ready_steps: [steps[1]] } },
    { kind: 'transaction_reopened', body: { id, step_id: steps[1] } },
  ]);
  const reopened = await read(id);
  assert.ok(reopened.is_active && !('outcome' in reopened) && !('display_status' in reopened));
  assert.deepEqual(
    reopened.steps.map((step: { status: string }) => step.status),
    ['completed', 'current', 'waiting'],
  );
  assert.ok(!('clicked_button_id' in reopened.steps[1]) && !('completed_time' in reopened.steps[1]));
  for (const [index, user] of [cast.editor, cast.owner].entries())
    assert.equal((await workflow.press(id, steps[index + 1], user.token)).status, 200);
  assert.equal((await read(id)).outcome, 'completed');
});

test('[TX-37] opening it again may set a status; what all steps completed stays completed', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { actions: [approve, reject] })]);
  await workflow.press(id, steps[0], cast.viewer.token, 'reject');
  const display_status = { text: 'Second try', style: 'INFO' };
  await workflow.update(id, { is_active: true, display_status });
  assert.deepEqual((await read(id)).display_status, display_status);
  await workflow.press(id, steps[0], cast.viewer.token);
  const seq = await workflow.seq();
  await workflow.update(id, { is_active: false });
  await workflow.update(id, { is_active: true });
  const { outcome, ...rest } = await read(id);
  assert.deepEqual([outcome, rest.steps[0].status], ['completed', 'completed']);
  assert.deepEqual(
    (await readEntries(seq)).map(({ kind }) => kind),
    ['transaction_updated', 'transaction_updated'],
  );
});

test('[TX-32] [HTTP-10] an outcome or a status that is none is 400 and named', async () => {
  const send = (more: object) =>
    workflow.post({
      title: 't',
      content: '',
      steps: [stepFor(cast.viewer, { actions: [{ ...approve, ...more }] })],
    });
  const action = 'steps[0].actions[0]';
  for (const outcome of [null, '', 'cancelled', 'REJECTED', true, {}, ['rejected']])
    expectRefusal(await send({ outcome }), 400, `${action}.outcome`, JSON.stringify(outcome));
  for (const [display_status, path] of [
    [null, ''],
    ['Rejected', ''],
    [{ text: 'x' }, '.style'],
    [{ style: 'INFO' }, '.text'],
    [{ text: '', style: 'INFO' }, '.text'],
    [{ text: 'x', style: 'red' }, '.style'],
  ] as const)
    expectRefusal(await send({ display_status }), 400, `${action}.display_status${path}`, path);
});
