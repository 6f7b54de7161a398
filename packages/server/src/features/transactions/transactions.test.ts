import assert from 'node:assert/strict';
import { type Cast, followCursor, startService, type TestService } from '@ringbinder/testkit';
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

test('[TX-1] [TX-2] [TX-3] [TX-4] [TX-5] [TX-8] a transaction is read as it was made', async () => {
  const action = { id: 'ok', text: 'OK ✓', payload: '{"a":1}', feed_msg: 'done', style: 'primary' };
  const made = await workflow.make(
    [{ assignee: { user_id: cast.viewer.id }, order_number: 7, action_style: 'BUTTON', actions: [action] }],
    cast.editor.token,
    { title: 'Vertrag 📄', content: '[b]Bitte[/b]\nlesen', unknown_field: true },
  );
  const { status, body } = await workflow.get(made.id, cast.viewer.token);
  assert.equal(status, 200);
  const { created_time: at } = body.data;
  assert.ok(Math.abs(at - service.clock.now()) < 10_000);
  const { id: user_id, name, email, orgId: org_id, uniqueId: unique_id } = cast.viewer;
  assert.deepEqual(body.data, {
    id: made.id,
    title: 'Vertrag 📄',
    content: '[b]Bitte[/b]\nlesen',
    created_time: at,
    updated_time: at,
    steps: [
      {
        id: made.steps[0],
        created_time: at,
        updated_time: at,
        order_number: 7,
        action_style: 'button',
        actions: [action],
        assignee: { user_id, name, email, org_id, unique_id },
        status: 'current',
      },
    ],
    creator: { id: cast.editor.id, name: cast.editor.name },
    is_active: true,
  });
  const list = await workflow.list('', cast.viewer.token);
  assert.deepEqual(
    list.body.data.transactions.find((each: { id: number }) => each.id === made.id),
    body.data,
  );
});

test('[TX-4] [TX-5] what an action or assignee does not have is empty or missing', async () => {
  const plain = await service.make.user({ partner: cast.partner });
  await service.env.db.query('UPDATE users SET email = NULL, unique_id = NULL WHERE id = $1', [plain.id]);
  await service.call('POST', `/${cast.binderId}/addorguser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: plain.id } }] },
  });
  const made = await workflow.make([stepFor(plain, { actions: [{ id: 'a', text: 'A' }] })]);
  const [step] = await workflow.steps(made.id);
  assert.deepEqual(step?.actions, [{ id: 'a', text: 'A', payload: '', feed_msg: '' }]);
  assert.deepEqual(step?.assignee, { user_id: plain.id, name: plain.name, org_id: plain.orgId });
});

test('[TX-6] creating answers ids and times, the steps in the order sent whatever their order numbers', async () => {
  const { body } = await workflow.post({
    title: 't',
    content: '',
    steps: [3, 1, 2].map((order_number) => stepFor(cast.viewer, { order_number })),
  });
  const { transaction_id, created_time, updated_time, steps } = body.data;
  assert.deepEqual(Object.keys(body.data), ['transaction_id', 'created_time', 'updated_time', 'steps']);
  assert.equal(updated_time, created_time);
  const numberOf = new Map(
    (await workflow.steps(transaction_id)).map((step) => [step.id, step.order_number]),
  );
  assert.deepEqual(
    steps.map(({ id }: { id: number }) => numberOf.get(id)),
    [3, 1, 2],
  );
});

test('[HTTP-16] transactions and steps take their ids from the binder’s counter', async () => {
  const first = await workflow.make([stepFor(cast.viewer), stepFor(cast.viewer)]);
  const second = await workflow.make([stepFor(cast.viewer)]);
  const ids = [first.id, ...first.steps, second.id, ...second.steps];
  assert.equal(new Set(ids).size, ids.length);
});

test('[TX-15] [TX-2] steps are shown in the order in which they run', async () => {
  const made = await workflow.make(
    [20, 0.5, 20, 0].map((order_number) => stepFor(cast.viewer, { order_number })),
  );
  const steps = await workflow.steps(made.id);
  assert.deepEqual(
    steps.map((step) => step.order_number),
    [0, 0.5, 20, 20],
  );
  assert.deepEqual(
    steps.slice(2).map((step) => step.id),
    [made.steps[0], made.steps[2]],
    'equal numbers in the order sent',
  );
  const unnumbered = await workflow.make([stepFor(cast.viewer), stepFor(cast.viewer)]);
  const inOrder = await workflow.steps(unnumbered.id);
  assert.deepEqual(
    inOrder.map(({ id, order_number, status }) => [id, order_number, status]),
    [
      [unnumbered.steps[0], 1, 'current'],
      [unnumbered.steps[1], 2, 'waiting'],
    ],
  );
});

test('[TX-8] action_style is BUTTON by default and taken in any case', async () => {
  const made = await workflow.make([
    stepFor(cast.viewer),
    stepFor(cast.viewer, { action_style: 'button' }),
    stepFor(cast.viewer, { action_style: 'Button' }),
  ]);
  for (const step of await workflow.steps(made.id)) assert.equal(step.action_style, 'button');
});

test('[TX-9] an assignee is named by user_id, by unique_id with org_id or by email with org_id', async () => {
  const { id, orgId, uniqueId, email } = cast.viewer;
  const identities = [
    { user_id: id },
    { unique_id: uniqueId, org_id: orgId },
    { email, org_id: orgId },
    { email: email.toUpperCase(), org_id: orgId },
    // As an answer shows it: all of them fit.
    { user_id: id, name: 'ignored', email, org_id: orgId, unique_id: uniqueId },
  ];
  const made = await workflow.make(identities.map((assignee) => stepFor(cast.viewer, { assignee })));
  for (const step of await workflow.steps(made.id)) assert.equal(step.assignee.user_id, id);
});

test('[TX-9] an assignee of another org is found when it is a member', async () => {
  await service.call('POST', `/${cast.binderId}/inviteuser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: cast.neighbour.id } }] },
  });
  const { uniqueId: unique_id, orgId: org_id } = cast.neighbour;
  const made = await workflow.make([stepFor(cast.neighbour, { assignee: { unique_id, org_id } })]);
  assert.equal((await workflow.steps(made.id))[0]?.assignee.user_id, cast.neighbour.id);
});

test('[TX-14] the feed message is taken under both names', async () => {
  const action = (more: object) => ({ id: 'a', text: 'A', ...more });
  const steps = [{ feed_msg: 'one' }, { feed_message: 'one' }, { feed_msg: 'one', feed_message: 'one' }];
  const made = await workflow.make(steps.map((more) => stepFor(cast.viewer, { actions: [action(more)] })));
  for (const step of await workflow.steps(made.id))
    assert.deepEqual(step.actions, [{ id: 'a', text: 'A', payload: '', feed_msg: 'one' }]);
});

test('[TX-13] the same action id may stand in two steps', async () => {
  const made = await workflow.make([stepFor(cast.viewer), stepFor(cast.viewer)]);
  assert.equal(made.steps.length, 2);
});

test('[TX-28] a transaction is active when made, and its making stands in the log', async () => {
  const seq = await workflow.seq();
  const made = await workflow.make([stepFor(cast.viewer)]);
  assert.equal((await workflow.get(made.id)).body.data.is_active, true);
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind, body }) => ({ kind, body })),
    [{ kind: 'transaction_created', body: { id: made.id, title: 'Budget' } }],
  );
});

test('[IDEM-2] [IDEM-3] [IDEM-4] the same Idempotency-Key makes one transaction', async () => {
  const body = { title: 'once', content: '', steps: [stepFor(cast.viewer)] };
  const headers = { 'idempotency-key': 'create-1' };
  const answers = await Promise.all([1, 2, 3].map(() => workflow.post(body, cast.owner.token, headers)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body);
  const { transactions } = (await workflow.list()).body.data;
  assert.equal(transactions.filter(({ title }: { title: string }) => title === 'once').length, 1);
  const other = await workflow.post({ ...body, title: 'other' }, cast.owner.token, headers);
  assert.equal(other.status, 409);
});

async function inFreshBinder(): Promise<{ cast: Cast; workflow: Workflow }> {
  const cast = await service.make.cast();
  return { cast, workflow: createWorkflow(service, cast) };
}

/** Follows `next_cursor` to the end: the ids of each answer. */
async function answersOf(workflow: Workflow, query: string): Promise<number[][]> {
  const answers: number[][] = [];
  for await (const { transactions } of followCursor((cursor) => workflow.list(`?${query}${cursor}`)))
    answers.push(transactions.map(({ id }: { id: number }) => id));
  return answers;
}

test('[TX-1] a binder without transactions has an empty list', async () => {
  const { workflow } = await inFreshBinder();
  assert.deepEqual((await workflow.list()).body.data, { transactions: [] });
});

test('[HTTP-23] [HTTP-25] the list is in the order of creation and paged by cursor', async () => {
  const { workflow, cast } = await inFreshBinder();
  const making = Array.from({ length: 61 }, () => workflow.make([stepFor(cast.viewer)]));
  const ids = (await Promise.all(making)).map(({ id }) => id).sort((a, b) => a - b);
  assert.deepEqual(await answersOf(workflow, ''), [ids]);
  assert.deepEqual(
    (await answersOf(workflow, 'limit=25')).map((answer) => answer.length),
    [25, 25, 11],
  );
  assert.deepEqual((await answersOf(workflow, 'limit=25')).flat(), ids);
  assert.deepEqual(await answersOf(workflow, 'limit=61'), [ids], 'no cursor when nothing follows');
  const gone = ids.splice(30, 1)[0] ?? 0;
  await workflow.remove(gone);
  assert.deepEqual((await answersOf(workflow, 'limit=30')).flat(), ids, 'without the deleted one');
  assert.equal((await answersOf(workflow, 'limit=1')).flat().length, 60);
});

test('[HTTP-24] a limit out of bounds and a cursor of nobody are 400', async () => {
  const { workflow } = await inFreshBinder();
  for (const limit of ['0', '-1', '1001', '1.5', 'many', '']) {
    const { status, body } = await workflow.list(`?limit=${limit}`);
    assert.equal(status, 400, limit);
    assert.equal(body.errors[0].path, 'limit');
  }
  for (const cursor of ['x', '', Buffer.from('["a"]').toString('base64url'), 'x'.repeat(501)]) {
    const { status, body } = await workflow.list(`?cursor=${cursor}`);
    assert.equal(status, 400, cursor);
    assert.equal(body.errors[0].path, 'cursor');
  }
});

test('[HTTP-23] [HTTP-25] transactions that are large together come in several answers', async () => {
  const { workflow, cast } = await inFreshBinder();
  const payload = 'x'.repeat(16_384);
  const actions = Array.from({ length: 20 }, (_, number) => ({ id: `${number}`, text: 'T', payload }));
  const large = [1, 2, 3].map(() => stepFor(cast.viewer, { actions }));
  const ids: number[] = [];
  for (let count = 0; count < 10; count++) ids.push((await workflow.make(large)).id);
  const answers = await answersOf(workflow, '');
  assert.deepEqual(answers.flat(), ids);
  assert.deepEqual(
    answers.map((answer) => answer.length),
    [8, 2],
  );
});
