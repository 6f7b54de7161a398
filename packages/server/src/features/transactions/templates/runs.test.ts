import assert from 'node:assert/strict';
import {
  adminOf,
  type Cast,
  type CreatedUser,
  expectRefusal,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, onTestFinished, test } from 'vitest';
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

test('[TX-105] the runs of a template are listed newest first: all for admins, else those of the caller', async () => {
  const ids = await binders(1);
  const input = { ...common(), binders: of(ids) };
  const started: number[] = [];
  for (const { token } of [cast.owner, cast.sameOrg, cast.owner])
    started.push((await start(input, token)).body.data.id);
  const [first = 0, second = 0, third = 0] = started;
  const list = async (query = '', token = cast.owner.token) =>
    (await service.call('GET', `${runs()}${query}`, { token })).body.data;
  const idsOf = ({ runs }: { runs: { id: number }[] }) => runs.map(({ id }) => id);
  assert.deepEqual(idsOf(await list('', admin.token)), [third, second, first]);
  assert.deepEqual(idsOf(await list('', cast.sameOrg.token)), [second]);
  const page = await list('?limit=1');
  assert.deepEqual(idsOf(page), [third]);
  const rest = await list(`?limit=1&cursor=${page.next_cursor}`);
  assert.deepEqual([idsOf(rest), rest.next_cursor], [[first], undefined]);
  await work();
  const [ended] = (await list('', admin.token)).runs;
  const { binders: _, ...report } = (await read(third)).body.data;
  assert.deepEqual(ended, report);
  assert.deepEqual([ended.state, ended.created_count], ['ended', 1]);
  const foreign = await service.call('GET', runs(), { token: cast.otherOrg.token });
  await service.call('DELETE', `${path()}/${template}`, { token: admin.token });
  const missing = await service.call('GET', runs(), { token: admin.token });
  assert.deepEqual([foreign.status, missing.status], [403, 404]);
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

test('[TX-102] a person has at most 5 open runs and an org 20, also if they start at once', async () => {
  const [binder = ''] = await binders(1);
  const json = { ...common(), binders: of([binder]) };
  const begin = (token: string, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await start(json, token)).status));
  const statuses = await begin(cast.owner.token, 7);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 412, 412]);
  const refused = await start(json);
  assert.match(refused.body.message, /you have 5 open runs: start another one when one of them has ended/);
  const others = [cast.editor, cast.viewer, cast.sameOrg];
  for (const { token } of others) assert.deepEqual(await begin(token, 5), [200, 200, 200, 200, 200]);
  const full = await start(json, admin.token);
  assert.deepEqual([full.status, /the org has 20 open runs/.test(full.body.message)], [412, true]);
  await work();
  assert.equal((await start(json)).status, 200);
});

async function breakBinders(ids: readonly string[]): Promise<() => Promise<void>> {
  const { db } = service.env;
  await db.query(
    `CREATE FUNCTION refuse_transaction() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF new.binder_id = ANY('{${ids.join(',')}}'::text[]) THEN RAISE 'broken'; END IF; RETURN new; END $$`,
  );
  await db.query(
    'CREATE TRIGGER refuse BEFORE INSERT ON transactions FOR EACH ROW EXECUTE FUNCTION refuse_transaction()',
  );
  return async () => {
    await db.query('DROP TRIGGER refuse ON transactions');
    await db.query('DROP FUNCTION refuse_transaction');
  };
}

test('[TX-104] a binder at which the server fails is tried again with growing delays, and gives up', async () => {
  onTestFinished(service.clock.freeze());
  const [good = '', bad = ''] = await binders(2);
  const repair = await breakBinders([bad]);
  const { id } = (await start({ ...common(), binders: of([bad, good]) })).body.data;
  const delays = [2, 8, 32, 128, 512, 2_048, 3_600];
  let attempts = 0;
  for (;;) {
    await work();
    const { data } = (await read(id)).body;
    const [item, other] = data.binders;
    assert.equal(other.state, 'created', 'the others go on');
    if (data.state === 'ended') {
      assert.equal(item.state, 'failed');
      assert.equal(item.error.code, 'RESPONSE_ERROR_FAILED');
      assert.match(item.error.message, /failed 8 times/);
      break;
    }
    const delay = (delays[attempts] ?? 0) * 1_000;
    attempts += 1;
    assert.deepEqual([item.state, item.attempts], ['waiting', attempts]);
    assert.equal(item.retry_time - service.clock.now(), delay);
    await work();
    assert.equal((await read(id)).body.data.binders[0].attempts, attempts, 'not before its time');
    service.clock.advance(delay);
  }
  assert.equal(attempts, delays.length);
  await repair();
  assert.deepEqual(await transactionsIn(bad), []);
});

test('[TX-104] a binder is created when the fault has gone', async () => {
  const [binder = ''] = await binders(1);
  const repair = await breakBinders([binder]);
  const { id } = (await start({ ...common(), binders: of([binder]) })).body.data;
  await work();
  await repair();
  service.clock.advance(2_000);
  await work();
  const { data } = (await read(id)).body;
  assert.deepEqual([data.state, data.created_count, data.binders[0].state], ['ended', 1, 'created']);
  assert.equal((await transactionsIn(binder)).length, 1);
});

test('[TX-103] a long run of one org delays the run of another by one binder at most', async () => {
  const ids = await binders(6);
  await start({ ...common(), binders: of(ids) });
  const second = await start({ ...common(), binders: of(await binders(1)) });
  const other = await service.make.cast();
  const otherAdmin = await adminOf(service, other.owner);
  const steps = [{ assignee: { role: 'reviewer' }, actions: [{ id: 'ok', text: 'OK' }] }];
  const all = `/orgs/${other.owner.orgId}/transaction_templates`;
  const made = await service.call('POST', all, {
    token: otherAdmin.token,
    json: { name: 'Loan', body: { title: 'Loan', content: '', steps } },
  });
  const theirs = [other.binderId, await service.make.binder(other.owner)];
  const json = {
    roles: { reviewer: { user_id: other.owner.id } },
    binders: theirs.map((binder_id) => ({ binder_id })),
  };
  const path = `${all}/${made.body.data.id}/runs`;
  assert.equal((await service.call('POST', path, { token: other.owner.token, json })).status, 200);
  await work();
  const order = await service.env.db.query<{ of_binder: string }>(
    `SELECT i.of_binder FROM transaction_run_items i JOIN transactions t ON t.binder_id = i.of_binder
     WHERE i.of_binder = ANY($1) ORDER BY t.xmin::text::bigint`,
    [[...ids, ...theirs]],
  );
  const places = theirs.map((id) => order.findIndex(({ of_binder }) => of_binder === id));
  assert.deepEqual(
    places.map((place, index) => place <= 2 * index + 1),
    [true, true],
    `${places}`,
  );
  const mine = (await read(second.body.data.id)).body.data;
  assert.equal(mine.created_count, 1);
});
