import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let service: TestService;
let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});
afterAll(() => service.close());

test('[TX-16] [TX-24] a press completes the step and stores which button it was', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const { created_time } = (await workflow.get(id)).body.data;
  service.clock.advance(5000);
  const answer = await workflow.press(id, steps[0], cast.viewer.token, 'decline');
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  const { data } = (await workflow.get(id)).body;
  const [step] = data.steps;
  assert.equal(step.status, 'completed');
  assert.equal(step.clicked_button_id, 'decline');
  assert.ok(step.completed_time >= created_time + 5000);
  assert.equal(step.updated_time, step.completed_time);
  assert.equal(data.updated_time, step.completed_time, 'the transaction changed too');
  assert.equal(step.created_time, created_time);
});

test('[TX-22] [MSG-46] a press writes the feed message into the chat as the presser’s, about the transaction', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  await workflow.press(id, steps[0], cast.viewer.token);
  const { body } = await service.call('GET', `/${cast.binderId}/messages?limit=1`, {
    token: cast.owner.token,
  });
  const [message] = body.data.messages;
  assert.equal(message.text, `${cast.viewer.name} approved`);
  assert.deepEqual(message.user, { id: cast.viewer.id, name: cast.viewer.name });
  assert.deepEqual(message.reply_to, { transaction: { id } });
  assert.equal(message.is_feed, true);
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind, body }) => ({ kind, body })),
    [
      {
        kind: 'step_completed',
        body: { id: steps[0], transaction_id: id, click_button_id: 'approve', outcome: 'completed' },
      },
      {
        kind: 'message_posted',
        body: { id: message.id, text: message.text, reply_to: { transaction: { id } }, is_feed: true },
      },
      {
        kind: 'transaction_ended',
        body: { id, outcome: 'completed', display_status: { text: 'Completed', style: 'SUCCESS' } },
      },
    ],
  );
});

test('[TX-22] a button without feed message writes nothing into the chat', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const before = await workflow.messages();
  const seq = await workflow.seq();
  await workflow.press(id, steps[0], cast.viewer.token, 'decline');
  assert.deepEqual(await workflow.messages(), before);
  assert.deepEqual(
    (await workflow.feed(seq)).map(({ kind }) => kind),
    ['step_completed', 'transaction_ended'],
  );
});

test('[TX-15] [TX-19] [TX-22] [TX-24] steps without numbers are pressed in the order of the array', async () => {
  const { id, steps } = await workflow.make([
    stepFor(cast.viewer),
    stepFor(cast.editor),
    stepFor(cast.viewer),
  ]);
  const states = async () => (await workflow.steps(id)).map(({ status }) => status);
  const press = async (index: number, token: string) =>
    (await workflow.press(id, steps[index], token)).status;
  assert.deepEqual(await states(), ['current', 'waiting', 'waiting']);
  assert.equal(await press(1, cast.editor.token), 412);
  assert.equal(await press(2, cast.viewer.token), 412);
  assert.equal(await press(0, cast.viewer.token), 200);
  assert.deepEqual(await states(), ['completed', 'current', 'waiting']);
  assert.equal(await press(2, cast.viewer.token), 412);
  assert.equal(await press(1, cast.editor.token), 200);
  assert.equal(await press(2, cast.viewer.token), 200);
  assert.deepEqual(await states(), ['completed', 'completed', 'completed']);
});

test('[TX-15] [TX-19] steps of equal number run side by side, and the next waits for all of them', async () => {
  const { id, steps } = await workflow.make([
    stepFor(cast.owner, { order_number: 9.5 }),
    stepFor(cast.viewer, { order_number: 2 }),
    stepFor(cast.editor, { order_number: 2 }),
  ]);
  const [last, first, second] = steps;
  const states = async () => new Map((await workflow.steps(id)).map((step) => [step.id, step.status]));
  assert.deepEqual([...(await states()).values()], ['current', 'current', 'waiting']);
  assert.equal((await workflow.press(id, last, cast.owner.token)).status, 412);
  assert.equal((await workflow.press(id, second, cast.editor.token)).status, 200, 'before the first');
  assert.equal((await workflow.press(id, last, cast.owner.token)).status, 412);
  assert.equal((await states()).get(first ?? 0), 'current');
  assert.equal((await workflow.press(id, first, cast.viewer.token)).status, 200);
  assert.equal((await states()).get(last ?? 0), 'current');
  assert.equal((await workflow.press(id, last, cast.owner.token)).status, 200);
});

test('[TX-19] pressing in an inactive transaction is 412, and works again when it is active', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  await workflow.update(id, { is_active: false });
  const state = await workflow.state();
  const refused = await workflow.press(id, steps[0], cast.viewer.token);
  assert.equal(refused.status, 412);
  assert.match(refused.body.message, /not active/);
  assert.deepEqual(await workflow.state(), state);
  await workflow.update(id, { is_active: true });
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-20] [ERR-18] pressing a step that is done is 409 and leaves what was pressed first', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  await workflow.press(id, steps[0], cast.viewer.token, 'decline');
  const state = await workflow.state();
  for (const button of ['approve', 'decline', 'unknown'])
    assert.equal((await workflow.press(id, steps[0], cast.viewer.token, button)).status, 409, button);
  assert.deepEqual(await workflow.state(), state);
});

test('[TX-21] [ERR-18] a button that the step does not have is 400, and the step stays open', async () => {
  const other = { actions: [{ id: 'other', text: 'Other' }], order_number: 1 };
  const { id, steps } = await workflow.make([
    stepFor(cast.viewer, { order_number: 1 }),
    stepFor(cast.editor, other),
  ]);
  const state = await workflow.state();
  for (const button of ['unknown', 'other', 'Approve', 'approve ', 'toString', '0']) {
    const answer = await workflow.press(id, steps[0], cast.viewer.token, button);
    assert.equal(answer.status, 400, button);
    assert.equal(answer.body.errors[0].path, 'click_button_id');
  }
  assert.deepEqual(await workflow.state(), state);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-18] [TX-19] [TX-20] [TX-21] of several reasons to refuse a press the first in order is told', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer), stepFor(cast.editor)]);
  const press = async (index: number, token: string, button: string) =>
    (await workflow.press(id, steps[index], token, button)).status;
  await workflow.press(id, steps[0], cast.viewer.token);
  await workflow.update(id, { is_active: false });
  assert.equal(await press(0, cast.owner.token, 'unknown'), 403, 'not the assignee');
  assert.equal(await press(0, cast.viewer.token, 'unknown'), 412, 'not active');
  await workflow.update(id, { is_active: true });
  assert.equal(await press(0, cast.viewer.token, 'unknown'), 409, 'done');
  assert.equal(await press(1, cast.editor.token, 'unknown'), 400, 'unknown button');
});

test('[TX-18] an assignee who has left the binder may not press any more, and may again when back', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const { token } = cast.owner;
  const user = { id: cast.viewer.id };
  const member = (path: string, json: object) =>
    service.call('POST', `/${cast.binderId}/${path}`, { token, json });
  assert.equal((await member('removeuser', user)).status, 200);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 403);
  assert.equal((await workflow.steps(id))[0]?.assignee.user_id, cast.viewer.id, 'still shown');
  await member('inviteuser', { users: [{ user, type: 'BOARD_READ_ONLY' }] });
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[IDEM-2] [IDEM-3] a press repeated with its Idempotency-Key gets the first answer again', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  const press = (button: string) =>
    workflow.press(id, steps[0], cast.viewer.token, button, { 'idempotency-key': 'press-1' });
  const first = await press('approve');
  const again = await press('approve');
  assert.equal(first.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(
    (await workflow.feed(seq)).length,
    3,
    'one step_completed, one message_posted, one transaction_ended',
  );
  assert.equal((await press('decline')).status, 409, 'the same key with another body');
});

test('[IDEM-6] a refused press is judged anew under the same key', async () => {
  const { id, steps } = await workflow.make([stepFor(cast.viewer)]);
  const press = () =>
    workflow.press(id, steps[0], cast.viewer.token, 'approve', { 'idempotency-key': 'press-2' });
  await workflow.update(id, { is_active: false });
  assert.equal((await press()).status, 412);
  await workflow.update(id, { is_active: true });
  assert.equal((await press()).status, 200);
});
