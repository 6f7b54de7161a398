import assert from 'node:assert/strict';
import {
  adminOf,
  type Cast,
  type CreatedUser,
  expectRefusal,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { templateRuns } from './runs.ts';

let service: TestService;
let cast: Cast;
let admin: CreatedUser;
let template: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  cast = await service.make.cast();
  admin = await adminOf(service, cast.owner);
  const steps = [{ assignee: { role: 'reviewer' }, actions: [{ id: 'ok', text: 'OK' }] }];
  const json = { name: 'Loan', body: { title: 'Loan of {{customer}}', content: '{{text}}', steps } };
  const { body } = await service.call('POST', path(), { token: admin.token, json });
  template = body.data.id;
});

const path = () => `/orgs/${cast.owner.orgId}/transaction_templates`;
const runs = () => `${path()}/${template}/runs`;
const start = (json: unknown, token = cast.owner.token, headers = {}) =>
  service.call('POST', runs(), { token, json, headers });
const read = async (id: number, query = '', token = cast.owner.token) =>
  service.call('GET', `${runs()}/${id}${query}`, { token });
const binders = (count: number) =>
  Promise.all(Array.from({ length: count }, () => service.make.binder(cast.owner)));
const work = () => templateRuns.work(service.env);
const transactionsIn = async (binderId: string) =>
  (await service.call('GET', `/${binderId}/transactions`, { token: cast.owner.token })).body.data
    .transactions;
const common = () => ({ roles: { reviewer: { user_id: cast.owner.id } }, variables: { text: 'Please' } });
const of = (ids: readonly string[]) =>
  ids.map((binder_id, index) => ({ binder_id, variables: { customer: `Customer ${index}` } }));

test('[FLOW-10] a run creates a transaction in each binder, in the name of its starter, and reports each', async () => {
  const ids = await binders(3);
  const foreign = await service.make.binder(cast.sameOrg);
  const started = await start({ ...common(), binders: of([...ids, foreign]) });
  assert.equal(started.status, 200, started.body.message);
  const { id, state, total_count, template: used } = started.body.data;
  assert.deepEqual([state, total_count, used], ['running', 4, { id: template, version: 1 }]);
  assert.deepEqual(
    (await read(id)).body.data.binders.map((each: { state: string }) => each.state),
    ['waiting', 'waiting', 'waiting', 'waiting'],
  );
  await work();
  const { data } = (await read(id)).body;
  assert.deepEqual([data.state, data.created_count, data.failed_count], ['ended', 3, 1]);
  for (const [index, binderId] of ids.entries()) {
    const [made, ...more] = await transactionsIn(binderId);
    assert.deepEqual([made.title, made.content, more], [`Loan of Customer ${index}`, 'Please', []]);
    assert.deepEqual([made.creator.id, made.template], [cast.owner.id, { id: template, version: 1 }]);
    assert.deepEqual(data.binders[index], {
      binder_id: binderId,
      state: 'created',
      transaction_id: made.id,
    });
  }
  assert.equal(data.binders[3].binder_id, foreign);
  assert.ok(['RESPONSE_ERROR_NOT_FOUND', 'RESPONSE_ERROR_PERMISSION'].includes(data.binders[3].error.code));
  const page = (await read(id, '?limit=2')).body.data;
  assert.equal(page.binders.length, 2);
  const last = (await read(id, `?limit=2&cursor=${page.next_cursor}`)).body.data;
  assert.deepEqual([...page.binders, ...last.binders], data.binders);
  assert.equal((await read(id, '', admin.token)).status, 200);
  assert.equal((await read(id, '', cast.editor.token)).status, 403);
  assert.equal((await read(id + 1_000)).status, 404);
});

test('[FLOW-11] wrong binders, roles and variables are refused with the field, and nothing is created', async () => {
  const [binder = ''] = await binders(1);
  const refuse = async (json: object, status: number, field: string) =>
    expectRefusal(await start({ ...common(), ...json }), status, field);
  await refuse({ binders: [] }, 400, 'binders');
  await refuse({ binders: of(Array.from({ length: 1_001 }, () => binder)) }, 400, 'binders');
  await refuse({ binders: of([binder, binder]) }, 400, 'binders[1].binder_id');
  await refuse({ binders: [{ binder_id: binder }] }, 400, 'binders[0].variables.customer');
  const long = { customer: 'x'.repeat(1_000) };
  await refuse({ binders: [{ binder_id: binder, variables: long }] }, 400, 'binders[0].variables.customer');
  const many = Array.from({ length: 1_000 }, (_, index) => `B${String(index).padStart(22, '0')}`);
  const large = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'x'.repeat(4_000)]));
  await refuse({ binders: of(many), variables: large }, 400, 'variables');
  await refuse({ binders: of([binder]), roles: {} }, 400, 'binders[0].roles.reviewer');
  assert.equal((await start({ ...common(), template_version: 2, binders: of([binder]) })).status, 404);
  assert.equal((await start({ ...common(), binders: of([binder]) }, cast.otherOrg.token)).status, 403);
  await work();
  assert.deepEqual(await transactionsIn(binder), []);
});

/** Kills the connection of a transaction under way. */
async function killOne(): Promise<number> {
  const killed = await service.env.db
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL LIMIT 1`,
    )
    .catch(() => []);
  return killed.length;
}

test('[FLOW-12] killed connections and parallel workers create exactly one transaction for each binder', async () => {
  const ids = await binders(40);
  const key = { 'Idempotency-Key': `run-${template}` };
  const json = { ...common(), binders: of(ids) };
  const { id } = (await start(json, cast.owner.token, key)).body.data;
  assert.equal((await start(json, cast.owner.token, key)).body.data.id, id);
  let kills = 0;
  const isRunning = async () => (await read(id)).body.data.state === 'running';
  while (await isRunning()) {
    let isWorking = true;
    const workers = Promise.all([1, 2, 3, 4].map(() => work().catch(() => undefined))).finally(() => {
      isWorking = false;
    });
    for (let killed = 0; isWorking && killed === 0; kills += killed) killed = await killOne();
    await workers;
  }
  const { data } = (await read(id)).body;
  assert.deepEqual([data.created_count, data.failed_count], [40, 0]);
  for (const [index, binderId] of ids.entries()) {
    const made = await transactionsIn(binderId);
    assert.deepEqual(
      made.map((each: { id: number }) => each.id),
      [data.binders[index].transaction_id],
    );
  }
  assert.ok(kills > 0, 'connections were killed');
});
