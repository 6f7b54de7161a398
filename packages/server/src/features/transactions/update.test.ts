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

const read = async (id: number) => (await workflow.get(id)).body.data;
const display_status = { text: 'Waiting for legal', style: 'WARNING' };

test('[TX-25] [TX-30] changes and deletion stand in the log', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  await workflow.update(id, { title: 'Logged', is_active: false });
  await workflow.update(id, { display_status });
  await workflow.remove(id);
  assert.deepEqual(
    (await workflow.feed(seq)).map(({ kind, body }) => ({ kind, body })),
    [
      { kind: 'transaction_updated', body: { id, title: 'Logged', is_active: false } },
      { kind: 'transaction_updated', body: { id } },
      { kind: 'transaction_deleted', body: { id } },
    ],
  );
});

test('[TX-29] the creator loses the right to change with write access, and the owner has it always', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer)], cast.editor.token);
  const setRole = (type: string) =>
    service.call('POST', `/${cast.binderId}/users/${cast.editor.id}`, {
      token: cast.owner.token,
      json: { type },
    });
  await setRole('BOARD_READ_ONLY');
  assert.equal((await workflow.update(id, { title: 'x' }, cast.editor.token)).status, 403);
  assert.equal((await workflow.remove(id, cast.editor.token)).status, 403);
  await setRole('BOARD_READ_WRITE');
  assert.equal((await workflow.update(id, { title: 'x' }, cast.editor.token)).status, 200);
  assert.equal((await workflow.update(id, { title: 'y' }, cast.owner.token)).status, 200);
});

test('[TX-30] [TX-31] a deleted transaction is 404 in every call and leaves the list, its rows are kept', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.owner)]);
  const answer = await workflow.remove(id);
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  const refused = [
    await workflow.get(id),
    await workflow.update(id, { title: 'x' }),
    await workflow.press(id, steps[0], cast.owner.token),
    await workflow.remove(id),
  ];
  for (const { status, body } of refused) {
    assert.equal(status, 404);
    assert.equal(body.message, `there is no transaction ${id}`);
  }
  const { transactions } = (await workflow.list()).body.data;
  assert.ok(!transactions.some((each: { id: number }) => each.id === id));
  const rows = await service.env.db.query(
    'SELECT t.title FROM transactions t JOIN transaction_steps s USING (binder_id) WHERE binder_id = $1 AND t.id = $2 AND s.transaction_id = $2',
    [cast.binderId, id],
  );
  assert.deepEqual(rows, [{ title: 'Budget' }]);
});

test('[IDEM-2] an update repeated with its Idempotency-Key is made once', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  const headers = { 'idempotency-key': 'update-1' };
  await workflow.update(id, { title: 'first' }, cast.owner.token, headers);
  await workflow.update(id, { title: 'second' });
  const again = await workflow.update(id, { title: 'first' }, cast.owner.token, headers);
  assert.equal(again.status, 200);
  assert.equal((await read(id)).title, 'second', 'the repetition changed nothing');
  assert.equal((await workflow.feed(seq)).length, 2);
});
