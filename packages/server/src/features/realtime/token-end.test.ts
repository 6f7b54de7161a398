import assert from 'node:assert/strict';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

let here: TestService;
let there: TestService;
let cast: Cast;
let poster: CreatedUser;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
});
beforeEach(async () => {
  cast = await here.make.cast();
  poster = await here.make.user({ partner: cast.partner });
  await here.env.db.query(
    `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'editor', 1, 1)`,
    [cast.binderId, poster.id],
  );
});
afterAll(async () => {
  await there.close();
  await here.close();
});

async function post(text: string): Promise<number> {
  const json = { message: { text } };
  const { body } = await here.call('POST', `/${cast.binderId}/messages`, { token: poster.token, json });
  return body.data.seq;
}

async function administer(path: string, json: unknown) {
  const admin = await there.make.user({ partner: cast.partner });
  await there.env.db.query('UPDATE users SET is_partner_admin = true, org_id = $2 WHERE id = $1', [
    admin.id,
    await there.make.org(cast.partner.id),
  ]);
  assert.equal((await there.call('POST', path, { token: admin.token, json })).status, 200);
}

const revoke = ({ token }: CreatedUser) =>
  there.call('POST', '/oauth/revoke', { form: { access_token: token } });

const ends: [string, (user: CreatedUser) => Promise<unknown>][] = [
  ['is revoked', revoke],
  ['loses its person', ({ id, orgId }) => administer(`/orgs/${orgId}/users/${id}`, { disabled: true })],
  [
    'loses its client',
    () => administer(`/partners/${cast.partner.id}/clients/${cast.client.id}`, { disabled: true }),
  ],
];

for (const [what, work] of ends) {
  test(`[RT-11] a token that ${what} in another process ends the deliveries within two seconds`, async () => {
    const client = await openRealtime(here, cast.viewer.token);
    client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
    client.send({ type: 'subscribe_self', id: 2 });
    await client.take('snapshot');
    await client.take('binders');
    await work(cast.viewer);
    const began = performance.now();
    const ended = await client.take('invalid_token');
    assert.ok(performance.now() - began < 10_000);
    assert.ok(ended.deadline > here.clock.now() + 50_000 && ended.deadline <= here.clock.now() + 60_000);
    const seen = client.frames.length;
    await post('unheard');
    client.send({ type: 'subscribe', id: 3, binder_id: cast.binderId });
    assert.equal((await client.take('refused')).code, 'RESPONSE_ERROR_INVALID_TOKEN');
    client.send({ type: 'ping' });
    await client.take('pong');
    assert.equal(client.frames.length, seen + 2);
    client.send({ type: 'token', token: cast.viewer.token });
    assert.equal((await client.closed).code, 4401);
  });
}

test('[RT-11] another token of the same user and client goes on where the first one stopped', async () => {
  const client = await openRealtime(here, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  client.send({ type: 'subscribe_self', id: 2 });
  await client.take('snapshot');
  await client.take('binders');
  const first = await post('heard');
  await client.take('entries');
  const { session_id } = await (async () => {
    await revoke(cast.viewer);
    return client.take('invalid_token');
  })();
  const unheard = [await post('one'), await post('two')];
  client.send({ type: 'token', token: cast.viewer.readToken });
  assert.equal((await client.take('welcome')).session_id, session_id);
  const { entries } = await client.take('entries');
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    unheard,
  );
  assert.equal(unheard[0], first + 1);
  const { id, binders } = await client.take('binders');
  assert.deepEqual([id, binders.length, binders[0]?.position.seq], [undefined, 1, unheard[1]]);
  const live = await post('live again');
  await client.take('entries', ({ entries: more }) => more[0]?.seq === live);
  await client.close();
});

test('[RT-11] a token that comes before the first has ended interrupts nothing', async () => {
  const client = await openRealtime(here, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  client.send({ type: 'token', token: cast.viewer.readToken });
  await client.take('welcome');
  await revoke(cast.viewer);
  const seq = await post('heard');
  const { entries } = await client.take('entries');
  assert.equal(entries[0]?.seq, seq);
  assert.ok(!client.frames.some(({ type }) => type === 'invalid_token'));
  await client.close();
});

test('[RT-11] who was removed while the token had ended is told so', async () => {
  const client = await openRealtime(here, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  await revoke(cast.viewer);
  await client.take('invalid_token');
  await here.call('POST', `/${cast.binderId}/removeuser`, {
    token: cast.owner.token,
    json: { id: cast.viewer.id },
  });
  await post('secret');
  client.send({ type: 'token', token: cast.viewer.readToken });
  assert.equal((await client.take('unsubscribed')).code, 'RESPONSE_ERROR_PERMISSION');
  assert.ok(!JSON.stringify(client.frames).includes('secret'));
  await client.close();
});

test('[RT-11] no token is written into the log', () => {
  for (const line of [...here.logLines, ...there.logLines])
    for (const { token } of [cast.viewer, cast.editor, cast.owner]) assert.ok(!line.includes(token));
  assert.ok(here.logLines.some((line) => line.includes('realtime: connection closed')));
});
