import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createMetrics } from '../../../http/index.ts';
import { createOutbound } from '../../../outbound/index.ts';
import { DatabaseUnavailable } from '../../../storage/unavailable.ts';
import { pushFixtures } from '../testing/push-fixture.ts';
import { measureDeliveries } from './metrics.ts';
import { startDelivery } from './start.ts';

let service: TestService;
const { fixture, pass, post, settled, stateOf, triesOf, closeReceivers } = pushFixtures(() => service);
beforeAll(async () => {
  service = await startService({ botLog: true });
});
afterAll(async () => {
  await closeReceivers();
  await service.close();
});

async function figures({ registry }: ReturnType<typeof createMetrics>): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('bot_'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

const events = (state: string) => `bot_events{environment="production",state="${state}"}`;
const attempts = (result: string) =>
  `bot_delivery_attempts_total{environment="production",result="${result}"}`;
const OLDEST = 'bot_events_oldest_pending_seconds{environment="production"}';
const LAG = 'bot_delivery_lag_seconds{environment="production"}';
const FAILING = 'bot_queues_failing{environment="production"}';

test('[DELIV-17] the figures tell of attempts by their result, of what waits and since when, and of what was given up', async () => {
  const metrics = createMetrics();
  const count = measureDeliveries(metrics, [service.env])('production');
  const nothing = { delivered: 0, refused: 0, unanswered: 0 };
  const counted = Object.entries(nothing).map(([result, value]) => [attempts(result), value]);
  const none = Object.fromEntries([
    ...counted,
    [events('pending'), 0],
    [events('dead'), 0],
    [OLDEST, 0],
    [LAG, 0],
    [FAILING, 0],
  ]);
  assert.deepEqual(await figures(metrics), none);

  const one = await fixture(2);
  const pulling = await service.make.bot({ partner: { id: one.owner.partnerId, orgId: one.owner.orgId } });
  const users = [{ user: { id: pulling.userId } }];
  const json = { token: one.owner.token, json: { users } };
  assert.equal((await service.call('POST', `/${one.binders[0]}/addorguser`, json)).status, 200);

  const ways = [503, 302, undefined];
  one.receiver.answer = (_received, response) => {
    if (ways.length === 0) return 204;
    const way = ways.shift();
    if (way === undefined) response.destroy();
    return way;
  };
  for (const text of ['first', 'second']) await post(one, text, 0);
  await until('they are in the log', async () => (await stateOf(one)).length === 2);
  pass(90_000);
  const waiting = await figures(metrics);
  assert.equal(waiting[events('pending')], 2);
  assert.ok((waiting[OLDEST] ?? 0) >= 90 && (waiting[OLDEST] ?? 0) < 150, String(waiting[OLDEST]));
  assert.deepEqual([waiting[LAG], waiting[FAILING]], [waiting[OLDEST], 0]);

  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const delivery = startDelivery(service.env, outbound, { count });
  for (const tries of [1, 2, 3]) {
    await until(`try ${tries}`, async () => (await triesOf(one)).length === tries);
    if (tries < 3) {
      const failing = await figures(metrics);
      assert.deepEqual([failing[LAG], failing[FAILING]], [0, 1]);
    }
    pass(3_600_000);
  }
  await settled(one, 'delivered', 'delivered');
  await delivery.stop();
  await outbound.close();
  await service.env.db.query(`UPDATE bot_events SET state = 'dead' WHERE user_id = $1 AND sequence = 2`, [
    one.bot.userId,
  ]);
  assert.deepEqual(await figures(metrics), {
    ...none,
    [attempts('delivered')]: 2,
    [attempts('refused')]: 2,
    [attempts('unanswered')]: 1,
    [events('dead')]: 1,
  });
});

test('[DELIV-17] without the database the other figures are there all the same', async () => {
  const metrics = createMetrics();
  const { name, clock, log } = service.env;
  const away = () => Promise.reject(new DatabaseUnavailable('away'));
  const db = { ...service.env.db, query: away };
  measureDeliveries(metrics, [{ name, clock, log, db }])(name);
  const initialFigures = await figures(metrics);
  assert.equal(initialFigures[events('pending')], undefined);
  assert.equal(initialFigures[attempts('delivered')], 0);
  assert.match(await metrics.registry.metrics(), /^process_resident_memory_bytes \d+$/m);
});
