import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { createFailingDatabase, holdAnswers } from '../testing/failing-database.ts';
import { type PushFixture, pushFixtures, textsOf } from '../testing/push-fixture.ts';
import { createLeases, type QueueLease } from './leases.ts';
import { acknowledgeQueues } from './queries.ts';
import { type Delivery, type DeliveryParts, startDelivery } from './start.ts';

/** The service renews each lease after a quarter of this time. */
const LEASE_MS = 4_000;

let service: TestService;
let outbound: Outbound;
const started: Delivery[] = [];
const { fixture, pass, post, stateOf, settled, triesOf, closeReceivers } = pushFixtures(() => service);
beforeAll(async () => {
  service = await startService({ botLog: true, config: { accessTokenSeconds: 1e9 } });
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 20_000 });
});
afterEach(async () => {
  await closeReceivers();
  for (const delivery of started.splice(0)) await delivery.stop();
});
afterAll(async () => {
  await outbound.close();
  await service.close();
});

function start(env: DeliveryParts = service.env): Delivery {
  const delivery = startDelivery(env, outbound, { leaseMs: LEASE_MS });
  started.push(delivery);
  return delivery;
}

const leaseOf = async ({ bot }: PushFixture) =>
  (
    await service.env.db.query<{ lease: string | null; left: number }>(
      'SELECT lease, extract(epoch FROM leased_until - clock_timestamp())::float AS left FROM bot_queues WHERE user_id = $1',
      [bot.userId],
    )
  )[0];

test('[DELIV-11] a queue that the same process has claimed anew is not given free by its first run', async () => {
  const one = await fixture();
  await post(one, 'twice');
  await until('it is there', async () => (await stateOf(one)).length === 1);
  const { db, clock, log } = service.env;
  const leases = createLeases({ db, log });
  const claim = async () => {
    const capacities = { capacities: [], defaultCapacity: 8, slowCapacity: 8 };
    const holds = await leases.claim({ now: clock.now(), limit: 100, ...capacities });
    const hold = holds.find(({ queue }) => queue.user_id === one.bot.userId);
    assert.ok(hold);
    return hold;
  };
  const first = await claim();
  await db.query('UPDATE bot_queues SET leased_until = clock_timestamp() WHERE user_id = $1', [
    one.bot.userId,
  ]);
  const second = await claim();
  const settle = ({ queue }: QueueLease) => {
    const { user_id: userId, binder_id: binderId, lease, webhook_url: url } = queue;
    const nothing = {
      delivered: [],
      dead: [],
      attempts: [],
      failingSequence: null,
      failures: 0,
      failuresBefore: 0,
    };
    const result = { userId, binderId, lease, url, ...nothing, dueAt: 0, goneClientId: null };
    return db.transaction((tx) => acknowledgeQueues(tx, [result], clock.now()));
  };
  await settle(first);
  assert.equal((await leaseOf(one))?.lease, second.queue.lease);
  await settle(second);
  assert.equal((await leaseOf(one))?.lease, null);
  leases.stop();
});

async function adminOf({ owner }: PushFixture): Promise<CreatedUser> {
  const admin = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin', is_partner_admin = true WHERE id = $1`, [
    admin.id,
  ]);
  return admin;
}

async function change(admin: CreatedUser, path: string, json: object): Promise<void> {
  const { status, body } = await service.call('POST', path, { token: admin.token, json });
  assert.equal(status, 200, JSON.stringify(body));
}

test('[DELIV-16] a bot that is disabled amid a run is pushed no more than the call under way', async () => {
  const one = await fixture();
  const admin = await adminOf(one);
  const pause = holdAnswers(one);
  for (const text of ['under way', 'secret', 'secret']) await post(one, text);
  await until('they are there', async () => (await stateOf(one)).length === 3);
  const { env, lanesLost } = createFailingDatabase(service.env);
  start(env);
  await until('the call is under way', () => one.receiver.all.length === 1);
  await change(admin, `/orgs/${one.owner.orgId}/bots/${one.bot.clientId}`, { enabled: false });
  const lease = (await leaseOf(one))?.lease;
  await until('it is noticed', () => lanesLost() === 1);
  pause.answer(204);
  await until('the run has ended', async () => (await leaseOf(one))?.lease !== lease);
  assert.equal(one.receiver.all.length, 1);
  assert.deepEqual(await stateOf(one), ['dead', 'dead', 'dead']);
});

test('[DELIV-16] what was said before a bot was disabled, and is read after, is not pushed', async () => {
  const one = await fixture();
  const admin = await adminOf(one);
  const { db } = service.env;
  const [binderId = ''] = one.binders;
  await db.transaction(async (tx) => {
    // The lock prevents the service from reading the binder's log.
    await tx.query('SELECT FROM bot_log_cursors WHERE binder_id = $1 FOR UPDATE', [binderId]);
    await post(one, 'secret');
    await change(admin, `/orgs/${one.owner.orgId}/bots/${one.bot.clientId}`, { enabled: false });
    assert.deepEqual(await stateOf(one), []);
  });
  await settled(one, 'dead');
});

test('[DELIV-5] [DELIV-16] what failed before a bot was disabled holds up nothing once it is enabled again', async () => {
  const one = await fixture();
  const admin = await adminOf(one);
  one.receiver.answer = () => 500;
  start();
  await post(one, 'fails');
  for (const count of [1, 2, 3]) {
    await until(`try ${count}`, async () => (await triesOf(one)).length === count);
    if (count < 3) pass(3_600_000);
  }
  const path = `/orgs/${one.owner.orgId}/bots/${one.bot.clientId}`;
  for (const enabled of [false, true]) await change(admin, path, { enabled });
  one.receiver.answer = () => 204;
  const [binderId] = one.binders;
  await change(one.owner, `/${binderId}/addorguser`, { users: [{ user: { id: one.bot.userId } }] });
  await post(one, 'anew');
  await settled(one, 'dead', 'delivered');
  assert.deepEqual(textsOf(one), ['anew']);
});

test('[DELIV-5] [BOT-7] another address or secret has what failed tried at once, also what fails at this moment', async () => {
  const one = await fixture();
  const admin = await adminOf(one);
  const path = `/partners/${one.owner.partnerId}/bots/${one.bot.clientId}`;
  one.receiver.answer = () => 401;
  start();
  await post(one, 'refused');
  await until('it failed', async () => (await triesOf(one)).length === 1);
  pass(6_000);
  await until('it failed again, and waits for minutes', async () => (await triesOf(one)).length === 2);
  await change(admin, `${path}/rotate`, { secret: 'webhook' });
  await until('it is tried with the new secret', async () => (await triesOf(one)).length === 3);
  pass(6_000);
  await until('and once more', async () => (await triesOf(one)).length === 4);
  pass(6 * 60_000);
  const pause = holdAnswers(one);
  await until('a call is under way', () => one.receiver.all.length === 5);
  await change(admin, path, { webhook_url: `${one.receiver.url}/new` });
  one.receiver.answer = () => 204;
  pause.answer(401);
  await settled(one, 'delivered');
});

test('[DELIV-5] a clock that goes back keeps nothing waiting for years', async () => {
  const one = await fixture();
  one.receiver.answer = () => 500;
  start();
  const year = 365 * 86_400_000;
  pass(10 * year);
  await post(one, 'in the future');
  await until('it failed', async () => (await triesOf(one)).length === 1);
  one.receiver.answer = () => 204;
  pass(-10 * year);
  await settled(one, 'delivered');
});

test('[DELIV-16] while its org is disabled nothing is pushed; then it goes on', async () => {
  const one = await fixture();
  const { db } = service.env;
  await post(one, 'later');
  await until('it is there', async () => (await stateOf(one)).length === 1);
  await db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [one.owner.orgId]);
  start();
  const other = await fixture();
  await post(other, 'elsewhere');
  await settled(other, 'delivered');
  assert.equal(one.receiver.all.length, 0);
  await db.query('UPDATE orgs SET disabled_at = NULL WHERE id = $1', [one.owner.orgId]);
  await settled(one, 'delivered');
});
