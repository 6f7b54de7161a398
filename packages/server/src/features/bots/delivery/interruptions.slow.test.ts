import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { createFailingDatabase, holdAnswers } from '../testing/failing-database.ts';
import { type PushFixture, pushFixtures } from '../testing/push-fixture.ts';
import { type Delivery, type DeliveryParts, startDelivery } from './start.ts';

const LEASE_MS = 4_000;

let service: TestService;
let outbound: Outbound;
const started: Delivery[] = [];
const recoveries: (() => void)[] = [];
const { fixture, post, settled, triesOf, closeReceivers } = pushFixtures(() => service);
beforeAll(async () => {
  service = await startService({ botLog: true, config: { accessTokenSeconds: 1e9 } });
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 20_000 });
});
afterEach(async () => {
  for (const recover of recoveries.splice(0)) recover();
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

const sequencesOf = ({ receiver }: PushFixture) => receiver.all.map(({ sequence }) => sequence);

const leaseOf = async ({ bot }: PushFixture) =>
  (
    await service.env.db.query<{ lease: string | null; left: number }>(
      'SELECT lease, extract(epoch FROM leased_until - clock_timestamp())::float AS left FROM bot_queues WHERE user_id = $1',
      [bot.userId],
    )
  )[0];

test('[DELIV-11] a queue is kept for as long as a call takes, and nobody else begins it', async () => {
  const one = await fixture();
  const pause = holdAnswers(one);
  await post(one, 'slow');
  const first = start();
  await until('the call is under way', () => one.receiver.all.length === 1);
  start();
  const since = performance.now();
  await until('two leases have passed', () => performance.now() - since > 2 * LEASE_MS);
  assert.ok((await leaseOf(one))?.lease?.startsWith(first.lease));
  assert.equal(one.receiver.all.length, 1);
  pause.answer(204);
  await settled(one, 'delivered');
  assert.equal(pause.brokenOff, 0);
});

test('[DELIV-11] who cannot keep a queue breaks its call off before another process begins it, and changes nothing of it then', async () => {
  const one = await fixture();
  const pause = holdAnswers(one);
  for (const text of ['first', 'second']) await post(one, text);
  const { env, falter, recover } = createFailingDatabase(service.env);
  recoveries.push(recover);
  const first = start(env);
  await until('the call is under way', () => one.receiver.all.length === 1);
  falter();
  const second = start();
  await until('it is taken over', () => one.receiver.all.length === 2);
  assert.equal(pause.brokenOff, 1, 'the first call had ended when the second began');
  assert.deepEqual(sequencesOf(one), [1, 1]);
  recover();
  await first.stop();
  assert.ok((await leaseOf(one))?.lease?.startsWith(second.lease), 'the queue is still the other’s');
  assert.deepEqual(await triesOf(one), [], 'what was broken off is no failure of the receiver');
  for (const status of [500, 204]) pause.answer(status);
  await until('it is answered', () => one.receiver.received.length === 1);
  pause.answer(204);
  await until('the next one begins', () => one.receiver.all.length === 3);
  pause.answer(204);
  await settled(one, 'delivered', 'delivered');
});

test('[DELIV-11] a process that stood still begins nothing when it goes on', async () => {
  const one = await fixture();
  const pause = holdAnswers(one);
  for (const text of ['first', 'second']) await post(one, text);
  const { env, falter, recover } = createFailingDatabase(service.env);
  recoveries.push(recover);
  const first = start(env);
  await until('the call is under way', () => one.receiver.all.length === 1);
  falter();
  // Simulates a suspended process or machine.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * LEASE_MS);
  pause.answer(204);
  recover();
  await first.stop();
  assert.deepEqual(sequencesOf(one), [1]);
});
