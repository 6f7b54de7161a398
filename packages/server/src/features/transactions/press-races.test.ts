import assert from 'node:assert/strict';
import type { Answer, Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

/** Enough for each of the two requests to win sometimes. */
const ROUNDS = 10;

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const count = <T>(values: readonly T[], expected: T) => values.filter((value) => value === expected).length;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

async function race(
  round: number,
  one: () => Promise<Answer>,
  other: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

async function kindsAfter(seq: number): Promise<string[]> {
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map((entry) => entry.seq),
    entries.map((_, index) => seq + 1 + index),
    'no gap',
  );
  return entries.map(({ kind }) => kind);
}

test('[TX-20] [TX-22] of 50 presses at once one wins, 49 are told 409, and the chat has one message', async () => {
  const feeds = { approve: 'it is approved', decline: 'it is declined' };
  const actions = Object.entries(feeds).map(([id, feed_msg]) => ({ id, text: id, feed_msg }));
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { actions })]);
  const seq = await workflow.seq();
  const buttons = Array.from({ length: 50 }, (_, number) => (number % 2 ? 'approve' : 'decline'));
  const answers = await Promise.all(
    buttons.map((button) => workflow.press(id, steps[0], cast.viewer.token, button)),
  );
  assert.equal(count(statuses(answers), 200), 1);
  assert.equal(count(statuses(answers), 409), 49);
  const winner = buttons[statuses(answers).indexOf(200)];
  assert.equal((await workflow.steps(id))[0]?.clicked_button_id, winner);
  assert.deepEqual(await kindsAfter(seq), ['step_completed', 'message_posted', 'transaction_ended']);
  const texts = await workflow.messages();
  assert.deepEqual(
    texts.filter((text) => Object.values(feeds).includes(text)),
    [winner === 'approve' ? feeds.approve : feeds.decline],
  );
});

test('[TX-15] [TX-20] two steps side by side that are pressed at once are both done', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([
      stepFor(cast.viewer, { order_number: 1 }),
      stepFor(cast.editor, { order_number: 1 }),
      stepFor(cast.owner, { order_number: 2 }),
    ]);
    const answers = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.press(id, steps[1], cast.editor.token),
    );
    assert.deepEqual(statuses(answers), [200, 200]);
    assert.equal((await workflow.press(id, steps[2], cast.owner.token)).status, 200);
  }
});

test('[TX-15] [TX-19] of two ordered steps pressed at once the second is done only after the first', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([stepFor(cast.viewer), stepFor(cast.editor)]);
    const seq = await workflow.seq();
    const [first, second] = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.press(id, steps[1], cast.editor.token),
    );
    assert.equal(first.status, 200);
    assert.ok([200, 412].includes(second.status));
    const done = (await workflow.feed(seq)).filter(({ kind }) => kind === 'step_completed');
    assert.deepEqual(
      done.map(({ body }) => body.id),
      second.status === 200 ? steps : steps.slice(0, 1),
    );
  }
});

test('[TX-33] of two steps side by side, one of which ends the transaction, the other is before it or is 412', async () => {
  const reject = { actions: [{ id: 'approve', text: 'Reject', outcome: 'rejected' }], order_number: 1 };
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([
      stepFor(cast.viewer, reject),
      stepFor(cast.editor, { order_number: 1 }),
      stepFor(cast.owner, { order_number: 2 }),
    ]);
    const seq = await workflow.seq();
    const [ends, goesOn] = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.press(id, steps[1], cast.editor.token),
    );
    assert.equal(ends.status, 200);
    assert.ok([200, 412].includes(goesOn.status));
    const before = goesOn.status === 200 ? ['step_completed', 'message_posted'] : [];
    const end = ['step_completed', 'message_posted', 'transaction_ended'];
    assert.deepEqual(await kindsAfter(seq), [...before, ...end]);
    const states = (await workflow.steps(id)).map(({ status }) => status);
    assert.deepEqual(states, ['completed', goesOn.status === 200 ? 'completed' : 'skipped', 'skipped']);
  }
});

test('[TX-33] of two steps side by side that both end the transaction one does, and its outcome counts', async () => {
  const endings = ['rejected', 'completed'] as const;
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create(
      endings.map((outcome, index) =>
        stepFor([cast.viewer, cast.editor][index] ?? cast.viewer, {
          actions: [{ id: 'approve', text: outcome, outcome }],
          order_number: 1,
        }),
      ),
    );
    const seq = await workflow.seq();
    const answers = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.press(id, steps[1], cast.editor.token),
    );
    assert.deepEqual(statuses(answers).sort(), [200, 412]);
    const winner = endings[answers.findIndex(({ status }) => status === 200)];
    assert.equal((await workflow.get(id)).body.data.outcome, winner);
    assert.deepEqual(await kindsAfter(seq), ['step_completed', 'message_posted', 'transaction_ended']);
  }
});

test('[TX-37] of 20 activations at once after an end one opens it again', async () => {
  const actions = [{ id: 'approve', text: 'Reject', outcome: 'rejected', feed_msg: '' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { actions })]);
  await workflow.press(id, steps[0], cast.viewer.token);
  const seq = await workflow.seq();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => workflow.update(id, { is_active: true })),
  );
  assert.equal(count(statuses(answers), 200), 20);
  const kinds = await kindsAfter(seq);
  assert.equal(count(kinds, 'transaction_updated'), 20);
  assert.equal(count(kinds, 'transaction_reopened'), 1);
});

test('[TX-31] [TX-20] a press and a deletion at once: the log tells an order that explains both answers', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
    const seq = await workflow.seq();
    const [press, removal] = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.remove(id),
    );
    assert.equal(removal.status, 200);
    assert.ok([200, 404].includes(press.status));
    const pressed = press.status === 200 ? ['step_completed', 'message_posted', 'transaction_ended'] : [];
    assert.deepEqual(await kindsAfter(seq), [...pressed, 'transaction_deleted']);
  }
});

test('[TX-19] a press and is_active false at once: the log tells an order that explains both answers', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
    const seq = await workflow.seq();
    const [press, update] = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => workflow.update(id, { is_active: false }),
    );
    assert.equal(update.status, 200);
    assert.ok([200, 412].includes(press.status));
    const pressed = press.status === 200 ? ['step_completed', 'message_posted', 'transaction_ended'] : [];
    assert.deepEqual(await kindsAfter(seq), [...pressed, 'transaction_updated']);
    assert.equal((await workflow.steps(id))[0]?.status, press.status === 200 ? 'completed' : 'current');
  }
});

test('[TX-31] of 20 deletions at once one deletes, and the others are told 404', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  const answers = await Promise.all(Array.from({ length: 20 }, () => workflow.remove(id)));
  assert.equal(count(statuses(answers), 200), 1);
  assert.equal(count(statuses(answers), 404), 19);
  assert.deepEqual(await kindsAfter(seq), ['transaction_deleted']);
});

const changeViewer = (path: string, json: object) =>
  service.call('POST', `/${cast.binderId}/${path}`, { token: cast.owner.token, json });
const removeViewer = () => changeViewer('removeuser', { id: cast.viewer.id });
const bringBack = () =>
  changeViewer('inviteuser', { users: [{ user: { id: cast.viewer.id }, type: 'BOARD_READ_ONLY' }] });

test('[TX-18] a press and the removal of its assignee at once: removed first means 403', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
    const seq = await workflow.seq();
    const [press] = await race(
      round,
      () => workflow.press(id, steps[0], cast.viewer.token),
      () => removeViewer(),
    );
    assert.ok([200, 403].includes(press.status));
    const pressed = press.status === 200 ? ['step_completed', 'message_posted', 'transaction_ended'] : [];
    assert.deepEqual(await kindsAfter(seq), [...pressed, 'member_removed']);
    await bringBack();
  }
});

test('[TX-12] a transaction made while its assignee is removed is made before the removal or is 412', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const seq = await workflow.seq();
    const [createdCreated] = await race(
      round,
      () => workflow.post({ title: 't', content: '', steps: [stepFor(cast.viewer)] }),
      () => removeViewer(),
    );
    assert.ok([200, 412].includes(createdCreated.status));
    const created = createdCreated.status === 200 ? ['transaction_created'] : [];
    assert.deepEqual(await kindsAfter(seq), [...created, 'member_removed']);
    await bringBack();
  }
});

test('[IDEM-4] presses at once with one Idempotency-Key all get the winner’s answer', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  const headers = { 'idempotency-key': 'at-once' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => workflow.press(id, steps[0], cast.viewer.token, 'approve', headers)),
  );
  assert.equal(count(statuses(answers), 200), 10);
  const replayed = answers.map(({ headers }) => headers.get('idempotent-replayed'));
  assert.equal(count(replayed, 'true'), 9);
  assert.deepEqual(await kindsAfter(seq), ['step_completed', 'message_posted', 'transaction_ended']);
});
