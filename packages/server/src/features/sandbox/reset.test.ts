import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { afterAll, beforeAll, test } from 'vitest';
import type { Environment } from '../../environment/environment.ts';
import { type DemoFile, type DemoPart, prepareDemo } from '../demo/index.ts';

let service: TestService;
let env: Environment;
let call: TestService['call'];
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'], background: true });
  env = service.environments.sandbox as Environment;
  call = createCaller(`${service.origin}${env.basePath}`, () => undefined);
  assert.ok(await prepareDemo(service.directory, { production: service.env, sandbox: env }));
});
afterAll(() => service.close());

async function demo(): Promise<DemoPart> {
  return (JSON.parse(await readFile(join(service.directory, 'demo.json'), 'utf8')) as DemoFile).sandbox;
}

async function tokenOf(index: number): Promise<string> {
  const { client, users, org_id, other_org_id } = await demo();
  const { status, body } = await call('POST', '/oauth/token', {
    form: {
      grant_type: 'http://www.service.com/auth_uniqueid',
      uniqueid: users[index]?.unique_id ?? '',
      client_id: client.client_id,
      client_secret: client.client_secret,
      timestamp: String(Date.now()),
      orgid: index === 3 ? other_org_id : org_id,
    },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.access_token;
}

async function reset(json: unknown) {
  const answer = await call('POST', '/sandbox/reset', { token: await tokenOf(0), json });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

async function use(seed: string): Promise<string[]> {
  const answers = [await reset({ seed, set: '2030-01-01T09:00:00Z', freeze: true })];
  const [token, other] = [await tokenOf(0), await tokenOf(1)];
  const { users, binder_id } = await demo();
  const send = async (method: string, path: string, json?: unknown, as = token) => {
    const answer = await call(method, path, { token: as, ...(json === undefined ? {} : { json }) });
    assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    answers.push(answer);
    return answer.body.data;
  };
  await send('GET', '/me');
  const { id } = await send('POST', '/me/binders', { name: 'Loan' });
  await send('POST', `/${id}/inviteuser`, { users: [{ user: { id: users[1]?.id } }] });
  await send('POST', `/${id}/messages`, { message: { text: 'Hello' } }, other);
  const step = {
    assignee: { user_id: users[1]?.id },
    actions: [{ id: 'yes', text: 'Yes', feed_msg: 'said yes' }],
  };
  const transaction = await send('POST', `/${id}/transactions`, {
    title: 'Loan',
    content: 'Agreed?',
    steps: [step],
  });
  await send(
    'POST',
    `/${id}/transactions/${transaction.transaction_id}/steps/${transaction.steps[0].id}`,
    { click_button_id: 'yes' },
    other,
  );
  await send('POST', `/${id}/todos`, { name: 'Call', reminder_time: Date.parse('2030-01-01T10:00:00Z') });
  await send('POST', '/sandbox/clock', { advance: 'PT2H' });
  for (const path of [
    `/${id}/feed`,
    `/${id}/messages`,
    `/${id}/transactions`,
    `/${id}/todos`,
    '/me/binders',
    `/${id}`,
  ])
    await send('GET', path);
  await send('GET', `/${binder_id}/feed`);
  return answers.map(({ bytes }) => bytes.toString());
}

test('[SANDBOX-2] a reset puts all back to the demo, and with one seed the same calls get the same answers, byte by byte', async () => {
  const before = await demo();
  const old = await tokenOf(0);
  const binder = await call('POST', '/me/binders', { token: old, json: { name: 'To go' } });
  const { body } = await reset({});
  assert.equal(body.data.demo.binder_id, before.binder_id, 'without a seed the demo keeps its ids');
  assert.deepEqual(await demo(), before);
  assert.ok(Math.abs(Date.now() - body.data.now) < 10_000 && !body.data.frozen, JSON.stringify(body.data));
  assert.doesNotMatch(JSON.stringify(body), /secret|password/);
  assert.equal((await call('GET', '/me', { token: old })).status, 401, 'tokens are gone as well');
  const token = await tokenOf(0);
  assert.equal((await call('GET', `/${binder.body.data.id}`, { token })).status, 404);

  const first = await use('one');
  assert.deepEqual(await use('one'), first);
  const { users, binder_id } = await demo();
  assert.ok(first[0]?.includes(binder_id) && binder_id !== before.binder_id);
  assert.deepEqual(
    users.map(({ password }) => password),
    before.users.map(({ password }) => password),
  );
  assert.notEqual((await use('two'))[0], first[0]);
  const { clock } = env;
  assert.equal(new Date(clock.now()).toISOString(), '2030-01-01T11:00:00.000Z');
  const again = await reset({ set: 0, freeze: true });
  assert.deepEqual([again.body.data.now, again.body.data.frozen], [0, true]);
  await reset({});
  for (const [index, status] of [
    [1, 403],
    [3, 403],
  ] as const)
    assert.equal(
      (await call('POST', '/sandbox/reset', { token: await tokenOf(index), json: {} })).status,
      status,
    );
  for (const json of [{ seed: '' }, { set: 'now' }, { freeze: 1 }])
    assert.equal((await call('POST', '/sandbox/reset', { token: await tokenOf(0), json })).status, 400);
});

test('[SANDBOX-5] what runs during a reset is refused or gone with the rest, and history begins anew', async () => {
  const { binder_id } = await demo();
  const [admin, ben] = [await tokenOf(0), await tokenOf(1)];
  const epoch = async () =>
    (await env.db.query<{ epoch: string }>('SELECT epoch FROM binders WHERE id = $1', [binder_id]))[0]?.epoch;
  const before = await epoch();
  const post = (text: string) =>
    call('POST', `/${binder_id}/messages`, { token: ben, json: { message: { text } } });
  const answered: Promise<number>[] = [];
  let isOver = false;
  const posting = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const answer = post('meanwhile').then(({ status }) => status);
      answered.push(answer);
      await answer;
    }
  });
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = env.sandbox?.pool.transaction(async (tx) => {
    await tx.query('SELECT FROM binders WHERE id = $1 FOR UPDATE', [binder_id]);
    locked.resolve();
    await gate.promise;
  });
  // No post is stored after this line, so only the reset ends the waiting request.
  await locked.promise;
  const { body: feed } = await call('GET', `/${binder_id}/feed?after=0`, { token: ben });
  const waiting = call('GET', `/${binder_id}/feed?after=${feed.data.entries.at(-1)?.seq ?? 0}&wait=30`, {
    token: ben,
  });
  const resetting = call('POST', '/sandbox/reset', { token: admin, json: {} });
  await until('calls are refused', async () => (await call('GET', '/me', { token: ben })).status === 503);
  const refused = await post('refused');
  assert.deepEqual([refused.status, refused.body.message], [503, 'the sandbox is being reset']);
  assert.equal(refused.headers.get('retry-after'), '1');
  gate.resolve();
  await holding;
  const { status, body } = await resetting;
  assert.equal(status, 200, JSON.stringify(body));
  isOver = true;
  await Promise.all(posting);
  const statuses = new Set(await Promise.all(answered));
  assert.ok(
    [...statuses].every((each) => [200, 401, 503].includes(each)),
    String([...statuses]),
  );
  const ended = await waiting;
  assert.ok([401, 503].includes(ended.status), JSON.stringify(ended.body));
  const token = await tokenOf(1);
  const { body: after } = await call('GET', `/${binder_id}/messages`, { token });
  assert.deepEqual(after.data.messages, [], 'nothing of before is there');
  assert.notEqual(await epoch(), before);
  assert.equal((await post('with an old token')).status, 401);
  const { body: again } = await call('POST', `/${binder_id}/messages`, {
    token,
    json: { message: { text: 'new' } },
  });
  assert.equal(again.code, 'RESPONSE_SUCCESS');
});

test('[SANDBOX-2] [SANDBOX-5] another process takes part in a reset, and makes no id twice', async () => {
  const config = { databaseUrl: 'postgres://there-may-be-others' };
  const started = await startService({ environments: ['production', 'sandbox'], beside: service, config });
  const other = started.environments.sandbox as Environment;
  const callOther = createCaller(`${started.origin}${other.basePath}`, () => undefined);
  try {
    const old = await tokenOf(0);
    assert.equal((await callOther('GET', '/me', { token: old })).status, 200);
    const json = { seed: 'shared', set: '2031-01-01T00:00:00Z', freeze: true };
    assert.equal((await callOther('POST', '/sandbox/reset', { token: old, json })).status, 200);
    await until('the first follows', () => env.clock.now() === Date.parse(json.set));
    await until(
      'calls are taken again',
      async () => (await call('GET', '/me', { token: 'x' })).status === 401,
    );
    assert.equal((await call('GET', '/me', { token: old })).status, 401);
    const token = await tokenOf(0);
    const created = [];
    for (const each of [call, callOther, call, callOther]) {
      const answer = await each('POST', '/me/binders', { token, json: { name: 'Loan' } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      created.push(answer.body.data.id);
    }
    assert.equal(new Set(created).size, 4);
  } finally {
    await started.close();
  }
});

test('[SANDBOX-5] a reset that fails changes nothing, and where there is no demo there is nothing to go back to', async () => {
  const { binder_id } = await demo();
  const token = await tokenOf(0);
  const postText = () =>
    call('POST', `/${binder_id}/messages`, { token, json: { message: { text: 'stays' } } });
  assert.equal((await postText()).status, 200);
  const pool = env.sandbox?.pool;
  assert.ok(pool);
  await pool.query(`ALTER TABLE partners ADD CONSTRAINT fails CHECK (false) NOT VALID`);
  const failed = await call('POST', '/sandbox/reset', { token, json: { seed: 'x' } });
  assert.equal(failed.status, 500);
  await pool.query('ALTER TABLE partners DROP CONSTRAINT fails');
  const { body } = await call('GET', `/${binder_id}/messages`, { token });
  assert.equal(body.data.messages[0].text, 'stays');
  await pool.query("DELETE FROM settings WHERE name = 'demo_plan'");
  assert.equal((await call('POST', '/sandbox/reset', { token, json: {} })).status, 412);
});
