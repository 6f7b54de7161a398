import assert from 'node:assert/strict';
import { type Cast, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { long, missing, notText, refuseEach } from './testing/refusal.ts';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

test('[HTTP-10] [TX-26] [ERR-18] wrong fields of an update are 400', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer)]);
  const send = (body: unknown) => workflow.update(id, body);
  await refuseEach(
    workflow,
    {
      title: [...notText, '', long(1001)],
      is_active: [null, 'true', 1, 0, {}, []],
      display_status: [1, 'DANGER', true, []],
    },
    '',
    (more) => more,
    send,
  );
  await refuseEach(
    workflow,
    {
      text: [missing, ...notText, '', long(256)],
      style: [missing, null, 1, '', 'danger', 'OK', ['DANGER']],
    },
    'display_status.',
    (more) => ({ display_status: { text: 'x', style: 'DANGER', ...more } }),
    send,
  );
});

test('[HTTP-10] [TX-17] [ERR-18] a press without click_button_id, or with a wrong one, is 400', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer)]);
  const token = cast.viewer.token;
  await refuseEach(
    workflow,
    { click_button_id: [missing, ...notText, '', long(256)] },
    '',
    (more) => more,
    (json) => service.call('POST', workflow.path(id, steps[0]), { token, json }),
  );
});

test('[HTTP-8] [HTTP-10] bodies that are no object are 400', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.owner)]);
  const headers = { 'content-type': 'application/json' };
  const { token } = cast.owner;
  for (const path of [workflow.path(), workflow.path(id), workflow.path(id, steps[0])]) {
    for (const body of ['', 'null', '[]', '"x"', '1', '{', '{"title":NaN}']) {
      const answer = await service.call('POST', path, { token, body, headers });
      assert.equal(answer.status, 400, `${path} ${body}`);
    }
    assert.equal((await service.call('POST', path, { token })).status, 400, `${path} without a body`);
  }
});

test('[HTTP-18] ids of a wrong shape are 400 and named', async () => {
  const { id } = await workflow.create([stepFor(cast.owner)]);
  const { token } = cast.owner;
  for (const wrong of ['x', '0', '-1', '1.5', '1e3x', '9007199254740993', '%00']) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const json = method === 'POST' ? { title: 'x' } : undefined;
      const path = `/${cast.binderId}/transactions/${wrong}`;
      const answer = await service.call(method, path, { token, ...(json ? { json } : {}) });
      expectRefusal(answer, 400, 'transaction_id', `${method} ${wrong}`);
    }
    const press = await service.call('POST', `${workflow.path(id)}/steps/${wrong}`, {
      token,
      json: { click_button_id: 'approve' },
    });
    expectRefusal(press, 400, 'step_id', wrong);
  }
  const answer = await service.call('GET', '/B1/transactions', { token });
  expectRefusal(answer, 400, 'binder_id', 'B1');
});

test('[HTTP-19] ids of nothing, of something else and of another binder are 404', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.owner)]);
  const second = await workflow.create([stepFor(cast.owner)]);
  const other = await service.make.cast();
  const elsewhere = createWorkflow(service, other);
  const there = await elsewhere.create([stepFor(other.owner)]);
  const { token } = cast.owner;
  // The test needs an id that exists only in the other binder.
  while (there.id <= second.id + 10)
    Object.assign(there, await elsewhere.create([stepFor(other.owner), stepFor(other.owner)]));
  for (const wrong of [999_999, Number.MAX_SAFE_INTEGER, steps[0] ?? 0, there.id]) {
    const answers = [
      await workflow.get(wrong),
      await workflow.update(wrong, { title: 'x' }),
      await workflow.remove(wrong),
      await workflow.press(wrong, steps[0], token),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 404, `${wrong}`);
      assert.ok(answer.body.message.includes('transaction'), answer.body.message);
    }
  }
  for (const wrong of [999_999, id, second.steps[0], there.steps[0]]) {
    const answer = await workflow.press(id, wrong, token);
    assert.equal(answer.status, 404, `step ${wrong}`);
    assert.ok(answer.body.message.includes('step'), answer.body.message);
  }
});

test('[BINDER-12] the transactions of a deleted binder are 404', async () => {
  const foreignCast = await service.make.cast();
  const there = createWorkflow(service, foreignCast);
  const { id, steps } = await there.create([stepFor(foreignCast.owner)]);
  await service.call('DELETE', `/${foreignCast.binderId}`, { token: foreignCast.owner.token });
  const answers = [
    await there.list(),
    await there.get(id),
    await there.post({ title: 't', content: '', steps: [stepFor(foreignCast.owner)] }),
    await there.update(id, { title: 'x' }),
    await there.press(id, steps[0], foreignCast.owner.token),
    await there.remove(id),
  ];
  for (const answer of answers) assert.equal(answer.status, 404);
});
