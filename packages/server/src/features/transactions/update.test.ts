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

const read = async (id: number) => (await workflow.get(id)).body.data;
const display_status = { text: 'Waiting for legal', style: 'WARNING' };

test('[TX-25] [TX-27] [TX-2] each field is changed alone and the others stay', async () => {
  const { id } = await workflow.make([stepFor(cast.viewer)]);
  const before = await read(id);
  service.clock.advance(1000);
  const answer = await workflow.update(id, { title: 'New title' });
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  const titled = await read(id);
  assert.ok(titled.updated_time >= before.updated_time + 1000);
  assert.deepEqual(titled, { ...before, title: 'New title', updated_time: titled.updated_time });
  await workflow.update(id, { display_status });
  assert.deepEqual(await read(id), {
    ...titled,
    display_status,
    updated_time: (await read(id)).updated_time,
  });
  await workflow.update(id, { is_active: false });
  const inactive = await read(id);
  assert.deepEqual(inactive, {
    ...titled,
    display_status,
    is_active: false,
    updated_time: inactive.updated_time,
  });
  await workflow.update(id, { title: 'Newer title' });
  const retitled = await read(id);
  assert.deepEqual(retitled, { ...inactive, title: 'Newer title', updated_time: retitled.updated_time });
});

test('[TX-25] [TX-28] all fields are changed at once, and is_active back to true', async () => {
  const { id } = await workflow.make([stepFor(cast.viewer)]);
  await workflow.update(id, { title: 'a', is_active: false, display_status, content: 'ignored' });
  const { title, is_active, content, ...rest } = await read(id);
  assert.deepEqual([title, is_active, content], ['a', false, 'Please look']);
  assert.deepEqual(rest.display_status, display_status);
  await workflow.update(id, { is_active: true });
  assert.equal((await read(id)).is_active, true);
});

test('[TX-26] every style of a display status is taken, and null takes the status away', async () => {
  const { id } = await workflow.make([stepFor(cast.viewer)]);
  assert.ok(!('display_status' in (await read(id))), 'none when made');
  for (const style of ['SUCCESS', 'INFO', 'WARNING', 'DANGER']) {
    await workflow.update(id, { display_status: { text: style, style } });
    assert.deepEqual((await read(id)).display_status, { text: style, style });
  }
  assert.equal((await workflow.update(id, { display_status: null })).status, 200);
  assert.ok(!('display_status' in (await read(id))));
});

test('[TX-27] an update of nothing is 400', async () => {
  const { id } = await workflow.make([stepFor(cast.viewer)]);
  const before = await read(id);
  for (const nothing of [{}, { content: 'x' }, { steps: [] }]) {
    const { status, body } = await workflow.update(id, nothing);
    assert.equal(status, 400);
    assert.match(body.message, /title, is_active and display_status/);
  }
  assert.deepEqual(await read(id), before);
});

test('[TX-25] [TX-30] changes and deletion stand in the log', async () => {
  const { id } = await workflow.make([stepFor(cast.viewer)]);
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
  const { id } = await workflow.make([stepFor(cast.viewer)], cast.editor.token);
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
  const { id, steps } = await workflow.make([stepFor(cast.owner)]);
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
  const { id } = await workflow.make([stepFor(cast.viewer)]);
  const seq = await workflow.seq();
  const headers = { 'idempotency-key': 'update-1' };
  await workflow.update(id, { title: 'first' }, cast.owner.token, headers);
  await workflow.update(id, { title: 'second' });
  const again = await workflow.update(id, { title: 'first' }, cast.owner.token, headers);
  assert.equal(again.status, 200);
  assert.equal((await read(id)).title, 'second', 'the repetition changed nothing');
  assert.equal((await workflow.feed(seq)).length, 2);
});
