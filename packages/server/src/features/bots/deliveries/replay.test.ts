import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { test } from 'vitest';
import { openAdminFixtures, pathOf } from '../testing/admin-fixture.ts';
import { textsOf } from '../testing/push-fixture.ts';

const { service, fixture, adminFixture, ask, killFirst, pass, post, stateOf, settled, triesOf } =
  await openAdminFixtures();

test('[DELIV-10] a replay from a point, of some, and of the dead pushes in order, under the same webhook-id', async () => {
  const one = await adminFixture(2);
  await killFirst(one);
  for (const text of ['a', 'b', 'c']) await post(one, text);
  await settled(one, 'dead', ...Array<string>(3).fill('delivered'));
  await post(one, 'beside', 1);
  await settled(one, 'dead', ...Array<string>(4).fill('delivered'));
  const idsBefore = new Set(one.receiver.all.map(({ headers }) => headers['webhook-id']));
  one.receiver.received.length = 0;
  const dead = await ask(one, '/replay', { dead: true });
  assert.deepEqual([dead.status, dead.body.data], [200, { replayed: 1 }]);
  await settled(one, ...Array<string>(5).fill('delivered'));
  assert.deepEqual(textsOf(one), ['given up']);
  one.receiver.received.length = 0;
  assert.equal((await ask(one, '/replay', { from: 3 })).body.data.replayed, 3);
  await until('they came again', () => one.receiver.received.length === 3);
  assert.deepEqual(textsOf(one, 0), ['b', 'c']);
  assert.deepEqual(textsOf(one, 1), ['beside']);
  await settled(one, ...Array<string>(5).fill('delivered'));
  one.receiver.received.length = 0;
  assert.equal((await ask(one, '/replay', { sequences: [3, 1] })).body.data.replayed, 2);
  await until('they came again', () => one.receiver.received.length === 2);
  assert.deepEqual(textsOf(one, 0), ['given up', 'b']);
  assert.deepEqual(new Set(one.receiver.all.map(({ headers }) => headers['webhook-id'])), idsBefore);
  const audit = await service.env.db.query(
    'SELECT details FROM audit_entries WHERE action = $1 AND target = $2',
    ['bot.replay', one.bot.clientId],
  );
  assert.equal(audit.length, 3);
});

test('[DELIV-10] a replay says what it wants in one way, names events that are there, and is made once for a key', async () => {
  const one = await adminFixture();
  await post(one, 'a');
  await settled(one, 'delivered');
  for (const input of [{}, { from: 1, dead: true }, { from: 0 }, { sequences: [] }, { dead: false }])
    assert.equal((await ask(one, '/replay', input)).status, 400, JSON.stringify(input));
  assert.equal((await ask(one, '/replay', { sequences: [1, 2] })).status, 404);
  assert.equal((await triesOf(one)).length, 1);
  const options = { token: one.admin.token, json: { from: 1 }, headers: { 'idempotency-key': 'replay' } };
  for (let time = 0; time < 2; time++) {
    const answer = await service.call('POST', `${pathOf(one)}/replay`, options);
    assert.deepEqual(answer.body.data, { replayed: 1 });
    await settled(one, 'delivered');
    assert.equal((await triesOf(one)).length, 2);
  }
});

test('[DELIV-6] a replay while a later event is being pushed goes before what follows it', async () => {
  const one = await adminFixture();
  await post(one, 'first');
  await settled(one, 'delivered');
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  one.receiver.answer = async () => {
    await gate;
    return 204;
  };
  await post(one, 'second');
  await until('the second is under way', () => one.receiver.all.length === 2);
  assert.equal((await ask(one, '/replay', { from: 1 })).body.data.replayed, 2);
  await post(one, 'third');
  open();
  await settled(one, 'delivered', 'delivered', 'delivered');
  assert.deepEqual(textsOf(one), ['first', 'second', 'first', 'third']);
});

test('[DELIV-16] a bot that is disabled is told no more of what happened, until it is enabled and an admin replays it', async () => {
  const one = await adminFixture();
  one.receiver.answer = () => 500;
  await post(one, 'secret');
  await until('it failed', async () => (await triesOf(one)).length === 1);
  assert.equal((await ask(one, '', { enabled: false })).status, 200);
  one.receiver.answer = () => 204;
  pass(86_400_000);
  const other = await fixture();
  await post(other, 'elsewhere');
  await settled(other, 'delivered');
  assert.deepEqual(await stateOf(one), ['dead']);
  assert.equal((await ask(one, '/replay', { dead: true })).status, 412);
  assert.equal((await ask(one, '/test')).status, 412);
  assert.equal((await ask(one, '', { enabled: true })).status, 200);
  assert.equal((await ask(one, '/replay', { dead: true })).status, 200);
  await settled(one, 'delivered');
  assert.deepEqual(textsOf(one), ['secret']);
});

test('[DELIV-16] while its partner has a bot app disabled nothing is pushed; then it goes on', async () => {
  const one = await adminFixture();
  const { db } = service.env;
  await db.query('UPDATE clients SET disabled_at = 1 WHERE id = $1', [one.bot.clientId]);
  await post(one, 'later');
  await until('it is there', async () => (await stateOf(one)).length === 1);
  const other = await fixture();
  await post(other, 'elsewhere');
  await settled(other, 'delivered');
  assert.equal(one.receiver.all.length, 0);
  assert.equal((await ask(one, '/test')).status, 412);
  await db.query('UPDATE clients SET disabled_at = NULL WHERE id = $1', [one.bot.clientId]);
  await settled(one, 'delivered');
});
