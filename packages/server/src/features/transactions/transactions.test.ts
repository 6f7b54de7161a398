import assert from 'node:assert/strict';
import { type Cast, followCursor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

test('[TX-4] [TX-5] what an action or assignee does not have is empty or missing', async () => {
  const plain = await service.make.user({ partner: cast.partner });
  await service.env.db.query('UPDATE users SET email = NULL, unique_id = NULL WHERE id = $1', [plain.id]);
  await service.call('POST', `/${cast.binderId}/addorguser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: plain.id } }] },
  });
  const createdTransaction = await workflow.create([stepFor(plain, { actions: [{ id: 'a', text: 'A' }] })]);
  const [step] = await workflow.steps(createdTransaction.id);
  assert.deepEqual(step?.actions, [{ id: 'a', text: 'A', payload: '', feed_msg: '' }]);
  assert.deepEqual(step?.assignee, { user_id: plain.id, name: plain.name, org_id: plain.orgId });
});

test('[HTTP-16] transactions and steps take their ids from the binder’s counter', async () => {
  const first = await workflow.create([stepFor(cast.viewer), stepFor(cast.viewer)]);
  const second = await workflow.create([stepFor(cast.viewer)]);
  const ids = [first.id, ...first.steps, second.id, ...second.steps];
  assert.equal(new Set(ids).size, ids.length);
});

test('[TX-9] an assignee of another org is found when it is a member', async () => {
  await service.call('POST', `/${cast.binderId}/inviteuser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: cast.otherOrg.id } }] },
  });
  const { uniqueId: unique_id, orgId: org_id } = cast.otherOrg;
  const createdTransaction = await workflow.create([
    stepFor(cast.otherOrg, { assignee: { unique_id, org_id } }),
  ]);
  assert.equal((await workflow.steps(createdTransaction.id))[0]?.assignee.user_id, cast.otherOrg.id);
});

test('[TX-28] a transaction is active when made, and its making stands in the log', async () => {
  const seq = await workflow.seq();
  const createdTransaction = await workflow.create([stepFor(cast.viewer)]);
  assert.equal((await workflow.get(createdTransaction.id)).body.data.is_active, true);
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind, body }) => ({ kind, body })),
    [
      {
        kind: 'transaction_created',
        body: { id: createdTransaction.id, title: 'Budget', ready_steps: [createdTransaction.steps[0]] },
      },
    ],
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

test('[HTTP-23] [HTTP-25] transactions that are large together come in several answers', async () => {
  const { workflow, cast } = await inFreshBinder();
  const payload = 'x'.repeat(16_384);
  const actions = Array.from({ length: 20 }, (_, number) => ({ id: `${number}`, text: 'T', payload }));
  const large = [1, 2, 3].map(() => stepFor(cast.viewer, { actions }));
  const ids: number[] = [];
  for (let count = 0; count < 10; count++) ids.push((await workflow.create(large)).id);
  const answers = await answersOf(workflow, '');
  assert.deepEqual(answers.flat(), ids);
  assert.deepEqual(
    answers.map((answer) => answer.length),
    [8, 2],
  );
});
