import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

test('[TX-22] [MSG-46] a press writes the feed message into the chat as the presser’s, about the transaction', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
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

test('[TX-51] a comment is posted with the press, below the text of the button or alone', async () => {
  const { id, steps } = await workflow.create([
    stepFor(cast.viewer),
    stepFor(cast.editor),
    stepFor(cast.viewer),
  ]);
  const press = (index: number, { token }: { token: string }, json: object) =>
    service.call('POST', workflow.path(id, steps[index]), { token, json });
  const state = await workflow.state();
  for (const comment of [1, null, 'x'.repeat(10_001), 'a\u0000b']) {
    const refused = await press(0, cast.viewer, { click_button_id: 'approve', comment });
    assert.equal(refused.status, 400, JSON.stringify(refused.body));
    assert.equal(refused.body.errors[0].path, 'comment');
  }
  assert.deepEqual(await workflow.state(), state);
  const comment = ' Clause 7\nis unclear. ';
  assert.equal((await press(0, cast.viewer, { click_button_id: 'approve', comment })).status, 200);
  assert.equal((await press(1, cast.editor, { click_button_id: 'decline', comment })).status, 200);
  const before = (await workflow.messages()).slice(0, 2);
  assert.deepEqual(before, [
    'Clause 7\nis unclear.',
    `${cast.viewer.name} approved\n\nClause 7\nis unclear.`,
  ]);
  const blank = { click_button_id: 'decline', comment: ' \n ' };
  assert.equal((await press(2, cast.viewer, blank)).status, 200);
  assert.deepEqual((await workflow.messages()).slice(0, 2), before);
});

test('[TX-18] [TX-19] [TX-20] [TX-21] of several reasons to refuse a press the first in order is told', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer), stepFor(cast.editor)]);
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

test('[IDEM-2] [IDEM-3] a press repeated with its Idempotency-Key gets the first answer again', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
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
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const press = () =>
    workflow.press(id, steps[0], cast.viewer.token, 'approve', { 'idempotency-key': 'press-2' });
  await workflow.update(id, { is_active: false });
  assert.equal((await press()).status, 412);
  await workflow.update(id, { is_active: true });
  assert.equal((await press()).status, 200);
});
