import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, pluck, refused, status } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';
import type { LogEntry, Transaction } from '../types.ts';

const test = checks('transactions');

type Made = { path: string; steps: number[] };
const press = (person: Person, { path, steps }: Made, index = 0, click_button_id: unknown = 'approve') =>
  person.post(`${path}/steps/${steps[index]}`, { click_button_id });

test('[TX-16] [TX-24] a press completes the step and tells which button it was', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  const [before] = (await fixture.transaction(createdTransaction.id)).steps;
  done(await press(t.viewer, createdTransaction, 0, 'decline'));
  const { steps, updated_time } = await fixture.transaction(createdTransaction.id);
  const [step] = steps;
  assert.deepEqual([step?.status, step?.clicked_button_id], ['completed', 'decline']);
  assert.equal(step?.created_time, before?.created_time);
  assert.deepEqual(step?.completed_time, step?.updated_time);
  assert.ok(updated_time >= (step?.completed_time ?? 0), 'an updated_time of the press or later');
});

test('[TX-17] click_button_id is required', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  for (const button of [undefined, null, '', 7]) {
    const body = button === undefined ? {} : { click_button_id: button };
    refused(
      await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, body),
      400,
      'click_button_id',
    );
  }
});

test('[TX-51] a comment is posted with the press', async (t) => {
  const fixture = await t.binder();
  const { id, path, steps } = await fixture.workflow([stepFor(t.viewer)]);
  const step = `${path}/steps/${steps[0]}`;
  refused(await t.viewer.post(step, { click_button_id: 'decline', comment: 7 }), 400, 'comment');
  done(await t.viewer.post(step, { click_button_id: 'decline', comment: 'Too late.' }));
  const { messages } = data<{ messages: { text: string; reply_to?: object }[] }>(
    await t.owner.get(`${fixture.path}/messages?limit=1`),
  );
  assert.deepEqual([messages[0]?.text, messages[0]?.reply_to], ['Too late.', { transaction: { id } }]);
});

test('[TX-18] only the assignee presses, and only while a member', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  for (const person of [t.owner, t.editor, t.sameOrg, t.outsider])
    refused(await press(person, createdTransaction), 403);
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  refused(await press(t.viewer, createdTransaction), 403);
  for (const path of [createdTransaction.path, `${fixture.path}/transactions`])
    refused(await t.viewer.get(path), 403);
  assert.equal((await fixture.transaction(createdTransaction.id)).steps[0]?.assignee.user_id, t.viewer.id);
  const users = [{ user: { id: t.viewer.id }, type: 'BOARD_READ_ONLY' }];
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users }));
  done(await press(t.viewer, createdTransaction));
});

test('[TX-38] [TX-39] [TX-40] a link of a step presses one of its buttons, once', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer), stepFor(t.editor)]);
  const pathOf = (index: number) =>
    `${createdTransaction.path}/steps/${createdTransaction.steps[index]}/link`;
  refused(await t.owner.post(pathOf(0), {}), 403);
  refused(await t.viewer.post(pathOf(0), { expires_in: 1 }), 400, 'expires_in');
  type Shape = { url: string; token: string; created_time: number; expires_time: number };
  const linkOf = async (person: Person, index: number) =>
    data<Shape>(await person.post(pathOf(index), { expires_in: 600 }));
  const [first, second] = [await linkOf(t.viewer, 0), await linkOf(t.editor, 1)];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const use = (token: string, method: 'GET' | 'POST', json?: object) =>
    t.nobody.send(method, '/steplink', { headers: bearer(token), ...(json && { json }) });
  refused(await use(second.token, 'POST', { click_button_id: 'approve' }), 412);
  assert.equal((await use(second.token, 'GET')).status, 200);
  done(await use(first.token, 'POST', { click_button_id: 'approve' }));
  refused(await use(first.token, 'POST', { click_button_id: 'approve' }), 401);
  refused(await use(first.token, 'GET'), 401);
  refused(await t.nobody.get('/me', bearer(second.token)), 401);
  const { steps } = await fixture.transaction(createdTransaction.id);
  assert.deepEqual([steps[0]?.status, steps[1]?.status], ['completed', 'current']);
  const page = new URL(second.url);
  const visiblePage = await t.nobody.send('POST', `${page.origin}${page.pathname}`, {
    form: { token: page.hash.slice(1) },
  });
  assert.equal(visiblePage.status, 200);
});

test('[TX-19] pressing before its turn is 412', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([
    stepFor(t.viewer),
    stepFor(t.editor),
    stepFor(t.viewer),
  ]);
  const states = async () => pluck((await fixture.transaction(createdTransaction.id)).steps, 'status');
  assert.deepEqual(await states(), ['current', 'waiting', 'waiting']);
  refused(await press(t.editor, createdTransaction, 1), 412);
  refused(await press(t.viewer, createdTransaction, 2), 412);
  done(await press(t.viewer, createdTransaction, 0));
  assert.deepEqual(await states(), ['completed', 'current', 'waiting']);
  refused(await press(t.viewer, createdTransaction, 2), 412);
  done(await press(t.editor, createdTransaction, 1));
  done(await press(t.viewer, createdTransaction, 2));
  assert.deepEqual(await states(), ['completed', 'completed', 'completed']);
});

test('[TX-19] [TX-28] pressing while the transaction is not active is 412', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  done(await t.owner.post(createdTransaction.path, { is_active: false }));
  const seq = await fixture.seq();
  refused(await press(t.viewer, createdTransaction), 412);
  assert.equal(await fixture.seq(), seq);
  done(await t.owner.post(createdTransaction.path, { is_active: true }));
  done(await press(t.viewer, createdTransaction));
});

test('[TX-15] [TX-19] steps of equal number run side by side, and the next waits for all', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([
    stepFor(t.owner, { order_number: 9 }),
    stepFor(t.viewer, { order_number: 2 }),
    stepFor(t.editor, { order_number: 2 }),
  ]);
  refused(await press(t.owner, createdTransaction, 0), 412);
  done(await press(t.editor, createdTransaction, 2));
  refused(await press(t.owner, createdTransaction, 0), 412);
  done(await press(t.viewer, createdTransaction, 1));
  done(await press(t.owner, createdTransaction, 0));
  const { steps } = await fixture.transaction(createdTransaction.id);
  assert.deepEqual(pluck(steps, 'status'), ['completed', 'completed', 'completed']);
});

test('[TX-20] pressing a step that is done is 409, whatever the button', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  done(await press(t.viewer, createdTransaction, 0, 'decline'));
  const seq = await fixture.seq();
  for (const button of ['approve', 'decline', 'unknown'])
    refused(await press(t.viewer, createdTransaction, 0, button), 409);
  assert.equal(await fixture.seq(), seq);
  assert.equal((await fixture.transaction(createdTransaction.id)).steps[0]?.clicked_button_id, 'decline');
});

test('[TX-20] of presses at once exactly one wins', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer)]);
  const buttons = ['approve', 'decline', 'approve', 'decline'];
  const answers = await Promise.all(buttons.map((button) => press(t.viewer, createdTransaction, 0, button)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409]);
  const winner = buttons[answers.findIndex((answer) => answer.status === 200)];
  assert.deepEqual((await fixture.transaction(createdTransaction.id)).steps[0]?.clicked_button_id, winner);
});

test('[TX-21] a button that the step does not have is 400, and the step stays open', async (t) => {
  const fixture = await t.binder();
  const other = stepFor(t.editor, { actions: [{ id: 'other', text: 'Other' }] });
  const createdTransaction = await fixture.workflow([stepFor(t.viewer), other]);
  for (const button of ['unknown', 'other', 'Approve', 'approve ', 'toString', '0'])
    refused(await press(t.viewer, createdTransaction, 0, button), 400, 'click_button_id');
  done(await press(t.viewer, createdTransaction));
});

test('[TX-22] a press writes its feed message into the chat and makes the next step current', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer), stepFor(t.editor)]);
  done(await press(t.viewer, createdTransaction, 0, 'approve'));
  const [message, ...more] = await fixture.messages();
  assert.deepEqual([message?.text, message?.user.id, more.length], ['approved', t.viewer.id, 0]);
  assert.deepEqual(message?.reply_to, { transaction: { id: createdTransaction.id } });
  const { steps } = await fixture.transaction(createdTransaction.id);
  assert.deepEqual(pluck(steps, 'status'), ['completed', 'current']);
  status(await press(t.editor, createdTransaction, 1, 'decline'), 200);
  assert.equal((await fixture.messages()).length, 1);
});

const reject = { id: 'reject', text: 'Reject', outcome: 'rejected' };
const approve = { id: 'approve', text: 'Approve', feed_msg: 'approved' };
const actions = [approve, reject];

test('[TX-32] [TX-33] a button with an outcome ends the transaction', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([
    stepFor(t.viewer, { actions }),
    stepFor(t.editor, { actions }),
  ]);
  done(
    await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, {
      click_button_id: 'reject',
    }),
  );
  const ended = await fixture.transaction(createdTransaction.id);
  const { outcome, is_active, display_status, steps } = ended;
  const visible = { text: 'Rejected', style: 'DANGER' };
  assert.deepEqual([outcome, is_active, display_status], ['rejected', false, visible]);
  assert.deepEqual(await fixture.transactions(), [ended]);
  const seq = await fixture.seq();
  assert.deepEqual(pluck(steps, 'status'), ['completed', 'skipped']);
  assert.deepEqual(steps[0]?.actions[1], { ...reject, payload: '', feed_msg: 'Rejected' });
  refused(
    await t.editor.post(`${createdTransaction.path}/steps/${createdTransaction.steps[1]}`, {
      click_button_id: 'approve',
    }),
    412,
  );
  refused(
    await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[1]}`, {
      click_button_id: 'approve',
    }),
    403,
  );
  for (const click_button_id of ['approve', 'reject', 'unknown'])
    refused(
      await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, {
        click_button_id,
      }),
      409,
    );
  assert.equal(await fixture.seq(), seq);
});

test('[TX-32] an outcome that is none is 400', async (t) => {
  const fixture = await t.binder();
  const steps = [stepFor(t.viewer, { actions: [{ ...approve, outcome: 'maybe' }] })];
  const input = { title: 'A workflow', content: '', steps };
  refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, 'steps[0].actions[0].outcome');
});

test('[TX-34] the last step completes the transaction', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([
    stepFor(t.viewer, { actions }),
    stepFor(t.editor, { actions }),
  ]);
  const press = (person: Person, index: number) =>
    person.post(`${createdTransaction.path}/steps/${createdTransaction.steps[index]}`, {
      click_button_id: 'approve',
    });
  done(await press(t.viewer, 0));
  assert.ok(
    !('outcome' in (await fixture.transaction(createdTransaction.id))),
    'no outcome before the last step',
  );
  done(await press(t.editor, 1));
  const { outcome, is_active, display_status } = await fixture.transaction(createdTransaction.id);
  const visible = { text: 'Completed', style: 'SUCCESS' };
  assert.deepEqual([outcome, is_active, display_status], ['completed', true, visible]);
});

test('[TX-35] [TX-36] the end is shown, is in the chat and in the log', async (t) => {
  const fixture = await t.binder();
  const display_status = { text: 'Not this year', style: 'WARNING' };
  const createdTransaction = await fixture.workflow([
    stepFor(t.viewer, { actions: [{ ...reject, display_status }] }),
  ]);
  const seq = await fixture.seq();
  done(
    await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, {
      click_button_id: 'reject',
    }),
  );
  assert.deepEqual((await fixture.transaction(createdTransaction.id)).display_status, display_status);
  assert.deepEqual((await fixture.messages())[0]?.text, display_status.text);
  const ended = (await fixture.entries(seq)).find(({ kind }) => kind === 'transaction_ended');
  assert.deepEqual([ended?.body.id, ended?.body.outcome], [createdTransaction.id, 'rejected']);
});

test('[TX-37] made active again, the step that ended it is open', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer, { actions })]);
  const press = (click_button_id: string) =>
    t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, { click_button_id });
  done(await press('reject'));
  done(await t.owner.post(createdTransaction.path, { is_active: true }));
  const open = await fixture.transaction(createdTransaction.id);
  assert.deepEqual([open.is_active, open.steps[0]?.status], [true, 'current']);
  assert.ok(!('outcome' in open) && !('display_status' in open), 'no outcome and no status');
  done(await press('approve'));
  assert.equal((await fixture.transaction(createdTransaction.id)).outcome, 'completed');
});

test('[HIST-7] an audit tells who made and pressed it, and no more', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer, { actions })]);
  await fixture.postText('not of it');
  done(
    await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, {
      click_button_id: 'approve',
    }),
  );
  type Audit = { transaction: Transaction; entries: LogEntry[]; total_documents: number };
  const { entries } = data<Audit>(await t.viewer.get(`${createdTransaction.path}/audit`));
  assert.deepEqual(
    entries.map(({ kind, actor }) => [kind, actor.id]),
    [
      ['transaction_created', t.owner.id],
      ['step_completed', t.viewer.id],
      ['transaction_ended', t.viewer.id],
    ],
  );
  refused(await t.outsider.get(`${createdTransaction.path}/audit`), 403);
});

test('[TIME-6] one that has ended has a receipt, which holds the hash of the log', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow([stepFor(t.viewer, { actions })]);
  const get = () => t.viewer.get(`${createdTransaction.path}/receipt`);
  refused(await get(), 412);
  done(
    await t.viewer.post(`${createdTransaction.path}/steps/${createdTransaction.steps[0]}`, {
      click_button_id: 'approve',
    }),
  );
  const { hash } = data<{ hash: string }>(await t.viewer.get(`${fixture.path}/chain`));
  const receipt = await get();
  assert.ok(receipt.status === 200 && receipt.bytes.includes(`"hash":"${hash}"`), 'a receipt with the hash');
});
