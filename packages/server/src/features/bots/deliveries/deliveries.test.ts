import assert from 'node:assert/strict';
import { type ActorTable, createActors, outsiders, until } from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { test } from 'vitest';
import { openAdminFixtures, pathOf } from '../testing/admin-fixture.ts';

const { service, adminFixture, get, ask, killFirst, pass, change, post, stateOf, settled, triesOf } =
  await openAdminFixtures();

// The verifying library uses the machine's clock, so this test must precede tests that advance the service's clock.
test('[DELIV-14] a test is signed, marked, answered with what came of it, and is no event', async () => {
  const one = await adminFixture();
  const accepted = await ask(one, '/test');
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  assert.equal(accepted.body.data.status, 204);
  const [received] = one.receiver.received;
  assert.ok(received);
  const headers = received.headers as Record<string, string>;
  new Webhook(one.secret).verify(received.body, headers);
  assert.equal(headers['ringbinder-test'], 'true');
  assert.equal(headers['ringbinder-sequence'], undefined);
  assert.equal(received.event.message_type, 'bot_enabled');
  assert.deepEqual(await stateOf(one), []);
  one.receiver.answer = (_received, response) => void response.writeHead(418).end('short and stout');
  const refused = (await ask(one, '/test')).body.data;
  assert.deepEqual([refused.status, refused.answer], [418, 'short and stout']);
  await change(one.bot, 'allow_private_network = false');
  const inside = (await ask(one, '/test')).body.data;
  assert.equal(inside.status, null);
  assert.match(inside.reason, /not on the public internet.*allow_private_network/);
  await change(one.bot, `webhook_url = ''`);
  assert.equal((await ask(one, '/test')).status, 412);
});

test('[DELIV-14] a test of a bot that the org has not enabled says so, also when it never was', async () => {
  const one = await adminFixture();
  const bot = await service.make.bot({ partner: { id: one.owner.partnerId, orgId: one.owner.orgId } });
  await service.env.db.query('DELETE FROM org_bots WHERE client_id = $1', [bot.clientId]);
  for (const [end, json] of [
    ['test', {}],
    ['replay', { dead: true }],
  ] as const) {
    const { status, body } = await service.call(
      'POST',
      `/orgs/${one.owner.orgId}/bots/${bot.clientId}/${end}`,
      {
        token: one.admin.token,
        json,
      },
    );
    assert.deepEqual([status, body.message], [412, 'the bot is not enabled in this org'], end);
  }
});

test('[DELIV-14] tests that are not answered hold no connection of the database, and four of an org are the most', async () => {
  const one = await adminFixture();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  one.receiver.answer = async () => {
    await gate;
    return 204;
  };
  const send = (key: string) =>
    service.call('POST', `${pathOf(one)}/test`, {
      token: one.admin.token,
      json: {},
      headers: { 'idempotency-key': key },
    });
  const hanging = ['a', 'b', 'c', 'd'].map(send);
  await until('they hang', () => one.receiver.all.length === 4);
  assert.equal((await send('e')).status, 429);
  await until('no connection is in use', () => {
    const { total, idle } = service.env.db.usage();
    return total === idle;
  });
  open();
  for (const { status, body } of await Promise.all(hanging))
    assert.deepEqual([status, body.data.status], [200, 204]);
  assert.equal((await send('a')).headers.get('idempotent-replayed'), 'true');
});

test('[DELIV-10] deliveries are listed with their state and tries, the latest first, in pages and by state', async () => {
  const one = await adminFixture();
  await killFirst(one);
  for (const text of ['a', 'b', 'c']) await post(one, text);
  await settled(one, 'dead', 'delivered', 'delivered', 'delivered');
  const first = await get(one, '/deliveries?limit=3');
  assert.deepEqual(
    first.deliveries.map(({ sequence }: { sequence: number }) => sequence),
    [4, 3, 2],
  );
  const [latest] = first.deliveries;
  assert.equal(latest.state, 'delivered');
  assert.equal(latest.message_type, 'comment_posted');
  assert.equal(latest.binder_id, one.binders[0]);
  assert.equal(latest.attempts, 1);
  assert.equal(latest.last_attempt.status, 204);
  const { deliveries, next_cursor: more } = await get(one, `/deliveries?limit=3&cursor=${first.next_cursor}`);
  assert.equal(more, undefined);
  assert.deepEqual(
    [deliveries[0].sequence, deliveries[0].state, deliveries[0].attempts, deliveries[0].last_attempt.status],
    [1, 'dead', 10, 500],
  );
  assert.equal((await get(one, '/deliveries?state=dead')).deliveries.length, 1);
  assert.equal((await get(one, '/deliveries?state=delivered')).deliveries.length, 3);
  assert.equal((await get(one, '/deliveries?state=pending')).deliveries.length, 0);
  const delivery = await get(one, '/deliveries/1');
  assert.deepEqual(delivery.message, one.receiver.all[0]?.event);
  assert.equal(delivery.tries.length, 10);
  const unknown = await service.call('GET', `${pathOf(one)}/deliveries/9`, { token: one.admin.token });
  assert.equal(unknown.status, 404);
});

test('[DELIV-15] the health of a bot tells what was delivered and failed, hour by hour or day by day', async () => {
  const one = await adminFixture();
  pass(30 * 86_400_000 - (service.clock.now() % 86_400_000) + 43_200_000);
  one.receiver.answer = ({ sequence }) => (sequence === 2 ? 500 : 204);
  await post(one, 'taken');
  await settled(one, 'delivered');
  pass(3_600_000);
  await post(one, 'refused');
  await until('it failed', async () => (await triesOf(one)).length === 2);
  const hours = await get(one, '/health?days=1');
  assert.equal(hours.periods.length, 24);
  const [before, now] = hours.periods.slice(-2);
  assert.deepEqual([before.delivered, before.failed], [1, 0]);
  assert.deepEqual([now.delivered, now.failed], [0, 1]);
  assert.equal(now.time % 3_600_000, 0);
  assert.ok(before.p50 !== null && before.p95 >= before.p50);
  assert.equal(hours.periods[0].p50, null);
  const days = await get(one, '/health');
  assert.equal(days.periods.length, 7);
  assert.deepEqual([days.periods[6].delivered, days.periods[6].failed], [1, 1]);
  const { pending, dead, gone: removed, enabled, pushed } = days;
  const state = { gone: false, enabled: true, pushed: true };
  assert.deepEqual({ pending, dead, gone: removed, enabled, pushed }, { pending: 1, dead: 0, ...state });
  await change(one.bot, `webhook_url = ''`);
  assert.equal((await get(one, '/health')).pushed, false, 'it pulls');
});

test('[DELIV-10] nobody but an admin sees, replays or tries deliveries', async () => {
  const actors = await createActors(service);
  const { owner } = actors.users;
  const bot = await service.make.bot({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const path = `/orgs/${owner.orgId}/bots/${bot.clientId}`;
  const expected: ActorTable = { owner: 403, editor: 403, viewer: 403, bot: 403, reader: 403, ...outsiders };
  const calls = [
    ['GET', '/deliveries'],
    ['GET', '/deliveries/1'],
    ['GET', '/health'],
    ['POST', '/replay', { dead: true }],
    ['POST', '/test', {}],
  ] as const;
  for (const [method, end, json] of calls)
    await actors.check({
      expected,
      changes: false,
      call: (actor) => actor.call(method, `${path}${end}`, json === undefined ? {} : { json }),
    });
  const one = await adminFixture();
  for (const [method, end, json] of calls) {
    const foreign = await service.call(method, `/orgs/${one.owner.orgId}/bots/${bot.clientId}${end}`, {
      token: one.admin.token,
      ...(json === undefined ? {} : { json }),
    });
    assert.equal(foreign.status, 404, end);
  }
});
