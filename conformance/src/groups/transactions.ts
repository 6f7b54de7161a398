import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, rows, status } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { type BinderFixture, type StepInput, stepFor, type Trial } from '../trial.ts';
import type { CreatedTransaction, Transaction } from '../types.ts';

const test = checks('transactions');

test('[TX-1] transactions are listed in the order of creation, and each is given alone', async (t) => {
  const fixture = await t.binder();
  const createdTransactions = [
    await fixture.workflow([stepFor(t.viewer)]),
    await fixture.workflow([stepFor(t.editor)]),
  ];
  const list = listed<Transaction>(await t.viewer.get(`${fixture.path}/transactions`));
  assert.deepEqual(pluck(list, 'id'), pluck(createdTransactions, 'id'));
  for (const [index, { path }] of createdTransactions.entries())
    assert.deepEqual(data<Transaction>(await t.viewer.get(path)), list[index]);
});

test('[TX-2] [TX-3] [TX-4] [TX-5] [TX-8] a transaction is read as it was made', async (t) => {
  const fixture = await t.binder();
  const action = { id: 'ok', text: 'OK ✓', payload: '{"a":1}', feed_msg: 'done', style: 'primary' };
  const title = 'Vertrag 📄';
  const content = '[b]Bitte[/b]\nlesen';
  const wished = stepFor(t.viewer, { order_number: 7, actions: [action] });
  const body = { title, content, steps: [wished] };
  const answer = await t.editor.post(`${fixture.path}/transactions`, body);
  const { transaction_id: id, ...times } = data<CreatedTransaction>(answer);
  const { created_time, updated_time, steps, ...rest } = await fixture.transaction(id);
  const [step] = steps;
  assert.deepEqual(times, { created_time, updated_time, steps: [{ id: step?.id }] });
  assert.deepEqual(rest, {
    id,
    title,
    content,
    creator: { id: t.editor.id, name: t.editor.name },
    is_active: true,
  });
  for (const time of [updated_time, step?.created_time, step?.updated_time]) assert.equal(time, created_time);
  assert.deepEqual([step?.order_number, step?.action_style, step?.actions], [7, 'button', [action]]);
  const { user_id, name, org_id, unique_id } = step?.assignee ?? {};
  assert.deepEqual(
    [user_id, name, org_id, unique_id],
    [t.viewer.id, t.viewer.name, t.viewer.orgId, t.viewer.uniqueId],
  );
});

test('[TX-4] what an action does not have is empty or missing', async (t) => {
  const fixture = await t.binder();
  const { id } = await fixture.workflow([stepFor(t.viewer, { actions: [{ id: 'ok', text: 'OK' }] })]);
  const [step] = (await fixture.transaction(id)).steps;
  assert.deepEqual(step?.actions, [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }]);
});

const input = (steps: unknown, more: object = {}) => ({ title: 'A workflow', content: '', steps, ...more });
const button = (more: object = {}) => ({ id: 'ok', text: 'OK', ...more });

async function refuseCreation(
  t: Trial,
  fixture: BinderFixture,
  steps: unknown,
  field?: string,
  expected = 400,
): Promise<void> {
  refused(await t.owner.post(`${fixture.path}/transactions`, input(steps)), expected, field);
}

test('[TX-6] making answers the ids of the steps in the order sent', async (t) => {
  const fixture = await t.binder();
  const createdTransaction = await fixture.workflow(
    [3, 1, 2].map((order_number) => stepFor(t.viewer, { order_number })),
  );
  const numbers = new Map(
    (await fixture.transaction(createdTransaction.id)).steps.map((step) => [step.id, step.order_number]),
  );
  assert.deepEqual(
    createdTransaction.steps.map((id) => numbers.get(id)),
    [3, 1, 2],
  );
});

test('[TX-7] title and content are required texts of their lengths', async (t) => {
  const fixture = await t.binder();
  const steps = [stepFor(t.viewer)];
  const make = (body: object) =>
    t.owner.post(`${fixture.path}/transactions`, { title: 't', content: '', steps, ...body });
  for (const title of [undefined, null, '', 7, 'x'.repeat(1001)])
    refused(await make({ title }), 400, 'title');
  for (const content of [undefined, null, 7, 'x'.repeat(65_537)])
    refused(await make({ content }), 400, 'content');
  status(await make({ title: 'x'.repeat(1000), content: 'x'.repeat(65_536) }), 200);
  assert.equal((await fixture.transactions()).length, 1);
});

test('[TX-8] action_style is BUTTON in any case, and no other', async (t) => {
  const fixture = await t.binder();
  const styles = ['BUTTON', 'button', 'Button'];
  const createdTransaction = await fixture.workflow(
    styles.map((action_style) => stepFor(t.viewer, { action_style })),
  );
  for (const step of (await fixture.transaction(createdTransaction.id)).steps)
    assert.equal(step.action_style, 'button');
  await refuseCreation(t, fixture, [stepFor(t.viewer, { action_style: 'LINK' })], 'steps[0].action_style');
});

test('[TX-9] an assignee is named by user_id, or by unique_id or email with org_id', async (t) => {
  const fixture = await t.binder();
  const { id: user_id, uniqueId: unique_id, orgId: org_id } = t.viewer;
  const identities = [{ user_id }, { unique_id, org_id }, { user_id, unique_id, org_id }];
  const createdTransaction = await fixture.workflow(
    identities.map((assignee) => stepFor(t.viewer, { assignee })),
  );
  for (const step of (await fixture.transaction(createdTransaction.id)).steps)
    assert.deepEqual(step.assignee.user_id, user_id);
  const mixed = { user_id, unique_id: t.editor.uniqueId, org_id };
  await refuseCreation(t, fixture, [stepFor(t.viewer, { assignee: mixed })], undefined, 412);
});

test('[TX-9] an assignee is named by email with org_id', async (t) => {
  const existingUser = t.credentials.users.find(({ email }) => email !== undefined);
  if (existingUser?.email === undefined)
    throw new NotApplicable('no user of the credentials has an email address');
  const fixture = await t.binder();
  const users = [{ user: { id: existingUser.id } }];
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users }));
  const { org_id } = t.credentials;
  const addresses = [existingUser.email, existingUser.email.toUpperCase()];
  const createdTransaction = await fixture.workflow(
    addresses.map((email) => stepFor(t.viewer, { assignee: { email, org_id } })),
  );
  for (const { assignee } of (await fixture.transaction(createdTransaction.id)).steps)
    assert.deepEqual([assignee.user_id, assignee.email], [existingUser.id, existingUser.email]);
});

test('[TX-10] an assignee without a name, or without the org of it, is 400', async (t) => {
  const fixture = await t.binder();
  for (const assignee of [{}, { org_id: t.viewer.orgId }])
    await refuseCreation(t, fixture, [stepFor(t.viewer, { assignee })]);
  for (const assignee of [{ unique_id: t.viewer.uniqueId }, { email: 'a@b.example' }])
    await refuseCreation(t, fixture, [stepFor(t.viewer, { assignee })], 'steps[0].assignee.org_id');
  await refuseCreation(t, fixture, [{ actions: [button()] }], 'steps[0].assignee');
});

test('[TX-11] making needs write access and 1 to 100 steps', async (t) => {
  const fixture = await t.binder();
  const steps = (count: number) =>
    Array.from({ length: count }, () => stepFor(t.viewer, { actions: [button()] }));
  for (const person of [t.viewer, t.sameOrg])
    refused(await person.post(`${fixture.path}/transactions`, input(steps(1))), 403);
  await refuseCreation(t, fixture, undefined, 'steps');
  await refuseCreation(t, fixture, [], 'steps');
  await refuseCreation(t, fixture, steps(101), 'steps');
  assert.equal((await fixture.workflow(steps(100))).steps.length, 100);
});

test('[TX-12] an assignee who is no member is 412, and so is one who does not exist', async (t) => {
  const fixture = await t.binder();
  const at = 'steps[1].assignee';
  const cases: [object, string][] = [
    [{ user_id: t.sameOrg.id }, `${at}.user_id`],
    [{ user_id: `U${'0'.repeat(22)}` }, `${at}.user_id`],
    [{ unique_id: 'nobody', org_id: t.owner.orgId }, `${at}.unique_id`],
    [{ email: 'nobody@conformance.example', org_id: t.owner.orgId }, `${at}.email`],
  ];
  for (const [assignee, field] of cases)
    await refuseCreation(t, fixture, [stepFor(t.viewer), stepFor(t.viewer, { assignee })], field, 412);
  assert.deepEqual(await fixture.transactions(), []);
});

test('[TX-13] a step has 1 to 20 actions whose ids are unique in it', async (t) => {
  const fixture = await t.binder();
  const buttons = (count: number) => Array.from({ length: count }, (_, index) => button({ id: `b${index}` }));
  const bad: object[][] = [[], buttons(21), [button({ id: '' })], [{ text: 'x' }]];
  for (const actions of bad) await refuseCreation(t, fixture, [stepFor(t.viewer, { actions })]);
  const repeated = [stepFor(t.viewer, { actions: [button(), button()] })];
  await refuseCreation(t, fixture, repeated, 'steps[0].actions[1].id');
  const steps: StepInput[] = [
    stepFor(t.viewer, { actions: buttons(20) }),
    stepFor(t.viewer, { actions: buttons(1) }),
  ];
  assert.equal((await fixture.workflow(steps)).steps.length, 2);
});

test('[TX-14] the feed message is taken under both names', async (t) => {
  const fixture = await t.binder();
  const names = [{ feed_msg: 'one' }, { feed_message: 'one' }, { feed_msg: 'one', feed_message: 'one' }];
  const createdTransaction = await fixture.workflow(
    names.map((more) => stepFor(t.viewer, { actions: [button(more)] })),
  );
  for (const { actions } of (await fixture.transaction(createdTransaction.id)).steps)
    assert.deepEqual(actions, [{ id: 'ok', text: 'OK', payload: '', feed_msg: 'one' }]);
  for (const [feed_msg, feed_message] of [
    ['one', 'two'],
    ['', 'two'],
    ['one', ''],
  ]) {
    const actions = [button({ feed_msg, feed_message })];
    await refuseCreation(t, fixture, [stepFor(t.viewer, { actions })], 'steps[0].actions[0].feed_message');
  }
});

test('[TX-15] steps are in the order of order_number, given for all or for none', async (t) => {
  const fixture = await t.binder();
  const ordered = await fixture.workflow(
    [20, 0.5, 20].map((order_number) => stepFor(t.viewer, { order_number })),
  );
  const [first, second, third] = ordered.steps;
  const { steps } = await fixture.transaction(ordered.id);
  assert.deepEqual(pluck(steps, 'id'), [second, first, third]);
  assert.deepEqual(pluck(steps, 'status'), ['current', 'waiting', 'waiting']);
  const plain = await fixture.workflow([stepFor(t.viewer), stepFor(t.viewer)]);
  const unnumbered = (await fixture.transaction(plain.id)).steps;
  assert.deepEqual(rows(unnumbered, 'id', 'order_number', 'status'), [
    [plain.steps[0], 1, 'current'],
    [plain.steps[1], 2, 'waiting'],
  ]);
  for (const order_number of [-1, 1_000_000_001])
    await refuseCreation(t, fixture, [stepFor(t.viewer, { order_number })], 'steps[0].order_number');
  const numbered = stepFor(t.viewer, { order_number: 1 });
  await refuseCreation(t, fixture, [stepFor(t.viewer), numbered], 'steps[0].order_number');
  await refuseCreation(t, fixture, [numbered, numbered, stepFor(t.viewer)], 'steps[2].order_number');
});
