import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, pluck, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';
import type { LogEntry, Transaction } from '../types.ts';

const test = checks('transactions');

const reject = { id: 'reject', text: 'Reject', outcome: 'rejected' };
const approve = { id: 'approve', text: 'Approve', feed_msg: 'approved' };
const actions = [approve, reject];

test('[TX-32] [TX-33] a button with an outcome ends the transaction', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer, { actions }), stepFor(t.editor, { actions })]);
  done(await t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'reject' }));
  const ended = await fixture.transaction(made.id);
  const { outcome, is_active, display_status, steps } = ended;
  const shown = { text: 'Rejected', style: 'DANGER' };
  assert.deepEqual([outcome, is_active, display_status], ['rejected', false, shown]);
  assert.deepEqual(await fixture.transactions(), [ended]);
  const seq = await fixture.seq();
  assert.deepEqual(pluck(steps, 'status'), ['completed', 'skipped']);
  assert.deepEqual(steps[0]?.actions[1], { ...reject, payload: '', feed_msg: 'Rejected' });
  refused(await t.editor.post(`${made.path}/steps/${made.steps[1]}`, { click_button_id: 'approve' }), 412);
  refused(await t.viewer.post(`${made.path}/steps/${made.steps[1]}`, { click_button_id: 'approve' }), 403);
  for (const click_button_id of ['approve', 'reject', 'unknown'])
    refused(await t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id }), 409);
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
  const made = await fixture.workflow([stepFor(t.viewer, { actions }), stepFor(t.editor, { actions })]);
  const press = (person: Person, index: number) =>
    person.post(`${made.path}/steps/${made.steps[index]}`, { click_button_id: 'approve' });
  done(await press(t.viewer, 0));
  assert.ok(!('outcome' in (await fixture.transaction(made.id))), 'no outcome before the last step');
  done(await press(t.editor, 1));
  const { outcome, is_active, display_status } = await fixture.transaction(made.id);
  const shown = { text: 'Completed', style: 'SUCCESS' };
  assert.deepEqual([outcome, is_active, display_status], ['completed', true, shown]);
});

test('[TX-35] [TX-36] the end is shown, is in the chat and in the log', async (t) => {
  const fixture = await t.binder();
  const display_status = { text: 'Not this year', style: 'WARNING' };
  const made = await fixture.workflow([stepFor(t.viewer, { actions: [{ ...reject, display_status }] })]);
  const seq = await fixture.seq();
  done(await t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'reject' }));
  assert.deepEqual((await fixture.transaction(made.id)).display_status, display_status);
  assert.deepEqual((await fixture.messages())[0]?.text, display_status.text);
  const ended = (await fixture.entries(seq)).find(({ kind }) => kind === 'transaction_ended');
  assert.deepEqual([ended?.body.id, ended?.body.outcome], [made.id, 'rejected']);
});

test('[TX-37] made active again, the step that ended it is open', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer, { actions })]);
  const press = (click_button_id: string) =>
    t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id });
  done(await press('reject'));
  done(await t.owner.post(made.path, { is_active: true }));
  const open = await fixture.transaction(made.id);
  assert.deepEqual([open.is_active, open.steps[0]?.status], [true, 'current']);
  assert.ok(!('outcome' in open) && !('display_status' in open), 'no outcome and no status');
  done(await press('approve'));
  assert.equal((await fixture.transaction(made.id)).outcome, 'completed');
});

test('[HIST-7] an audit tells who made and pressed it, and no more', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer, { actions })]);
  await fixture.say('not of it');
  done(await t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'approve' }));
  type Audit = { transaction: Transaction; entries: LogEntry[]; total_documents: number };
  const { entries } = data<Audit>(await t.viewer.get(`${made.path}/audit`));
  assert.deepEqual(
    entries.map(({ kind, actor }) => [kind, actor.id]),
    [
      ['transaction_created', t.owner.id],
      ['step_completed', t.viewer.id],
      ['transaction_ended', t.viewer.id],
    ],
  );
  refused(await t.outsider.get(`${made.path}/audit`), 403);
});

test('[TIME-6] one that has ended has a receipt, which holds the hash of the log', async (t) => {
  const fixture = await t.binder();
  const made = await fixture.workflow([stepFor(t.viewer, { actions })]);
  const get = () => t.viewer.get(`${made.path}/receipt`);
  refused(await get(), 412);
  done(await t.viewer.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'approve' }));
  const { hash } = data<{ hash: string }>(await t.viewer.get(`${fixture.path}/chain`));
  const receipt = await get();
  assert.ok(receipt.status === 200 && receipt.bytes.includes(`"hash":"${hash}"`), 'a receipt with the hash');
});
