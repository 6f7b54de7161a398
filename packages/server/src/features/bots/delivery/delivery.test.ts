import assert from 'node:assert/strict';
import { startReceiver, startService, type TestService, until } from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { newSecret, pushFixtures, textsOf } from '../testing/push-fixture.ts';
import { type Delivery, startDelivery } from './start.ts';

let service: TestService;
let outbound: Outbound;
let delivery: Delivery | undefined;
const { fixture, pass, change, post, stateOf, settled, triesOf, closeReceivers } = pushFixtures(
  () => service,
);
beforeAll(async () => {
  service = await startService({ botLog: true });
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
});
beforeEach(() => {
  delivery = startDelivery(service.env, outbound);
});
afterEach(async () => {
  await delivery?.stop();
  await closeReceivers();
});
afterAll(async () => {
  await outbound.close();
  await service.close();
});

test('[DELIV-1] [DELIV-2] [DELIV-3] an event is posted to the bot’s address, signed so that others’ libraries accept it', async () => {
  const one = await fixture();
  await post(one, 'Grüße');
  await settled(one, 'delivered');
  const [received] = one.receiver.received;
  assert.ok(received);
  const { headers, body, event, sequence } = received;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['webhook-id'], event.message_id);
  assert.equal(sequence, 1);
  assert.deepEqual(new Webhook(one.secret).verify(body, headers as Record<string, string>), event);
  assert.throws(() => new Webhook(newSecret()).verify(body, headers as Record<string, string>));
  assert.throws(() => new Webhook(one.secret).verify(`${body} `, headers as Record<string, string>));
  const [stored] = await service.env.db.query('SELECT body FROM bot_events WHERE user_id = $1', [
    one.bot.userId,
  ]);
  assert.equal(body, stored?.body, 'byte for byte what the log of the bot says');
});

test('[DELIV-3] while a secret is being rotated both sign, and then the new one alone', async () => {
  const one = await fixture();
  const fresh = newSecret();
  await change(
    one.bot,
    'old_webhook_secret_sealed = webhook_secret_sealed, webhook_secret_sealed = $2, old_webhook_secret_until = $3',
    [service.env.secrets.seal(fresh), service.clock.now() + 60_000],
  );
  await post(one, 'both');
  await settled(one, 'delivered');
  pass(60_001);
  await post(one, 'one');
  await settled(one, 'delivered', 'delivered');
  const [both, alone] = one.receiver.received.map(({ headers, body }) => ({
    headers: headers as Record<string, string>,
    body,
  }));
  assert.ok(both && alone);
  assert.equal(both.headers['webhook-signature']?.split(' ').length, 2);
  for (const secret of [one.secret, fresh]) new Webhook(secret).verify(both.body, both.headers);
  assert.equal(alone.headers['webhook-signature']?.split(' ').length, 1);
  assert.throws(() => new Webhook(one.secret).verify(alone.body, alone.headers));
});

test('[DELIV-6] [DELIV-7] what fails is not overtaken in its binder, and holds up nobody else', async () => {
  const one = await fixture(2);
  const other = await fixture();
  one.receiver.answer = ({ event }) => (event.binder_id === one.binders[0] ? 500 : 204);
  for (const text of ['1', '2', '3']) await post(one, text, 0);
  await until('the first has failed', async () => (await triesOf(one)).length > 0);
  await post(one, 'beside', 1);
  await post(other, 'elsewhere');
  await until('the others are there', () => textsOf(one, 1).length + textsOf(other).length === 2);
  assert.deepEqual(textsOf(one, 0), []);
  assert.deepEqual(
    new Set(
      one.receiver.all
        .filter(({ event }) => event.binder_id === one.binders[0])
        .map(({ sequence }) => sequence),
    ),
    new Set([1]),
    'the second and the third wait for the first',
  );
  one.receiver.answer = () => 204;
  pass(6_000);
  await until('all are there', () => textsOf(one, 0).length === 3);
  assert.deepEqual(textsOf(one, 0), ['1', '2', '3']);
});

test('[DELIV-7] more queues than places are served in turn', async () => {
  await delivery?.stop();
  const one = await fixture(5);
  for (const index of [0, 1, 2, 3, 4]) await post(one, String(index), index);
  await until('they are in the log', async () => (await stateOf(one)).length === 5);
  delivery = startDelivery(service.env, outbound, { maxQueues: 2 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  one.receiver.answer = async () => {
    await gate;
    return 204;
  };
  await until('two are under way', () => one.receiver.all.length === 2);
  service.env.bus.wake('U');
  open();
  await settled(one, ...Array<string>(5).fill('delivered'));
});

test('[DELIV-5] a failure is tried again after 5 s, 5 m, 30 m … 24 h, and then the event is dead and the next one comes', async () => {
  const one = await fixture();
  one.receiver.answer = ({ sequence }) => (sequence === 1 ? 503 : 204);
  await post(one, 'never');
  await post(one, 'later');
  const hours = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
  for (const [index, delay] of hours.entries()) {
    await until(`try ${index + 1}`, async () => (await triesOf(one)).length === index + 1);
    pass(delay * 3_600_000 * 0.99);
    await settled(one, 'pending', 'pending');
    assert.equal((await triesOf(one)).length, index + 1, 'not before its time');
    pass(delay * 3_600_000 * 0.12 + 1_000);
  }
  await settled(one, 'dead', 'delivered');
  assert.deepEqual(textsOf(one), ['later']);
  const tries = await triesOf(one);
  assert.equal(tries.filter(({ sequence }) => sequence === 1).length, 10);
  const ids = one.receiver.all
    .filter(({ sequence }) => sequence === 1)
    .map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 1, 'always under the same webhook-id');
  const times = one.receiver.all.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.ok(Math.max(...times) - Math.min(...times) > 75 * 3600, 'each try is signed with its own time');
});

test('[DELIV-4] Retry-After is heard, in seconds and as a date; redirects are failures', async () => {
  const one = await fixture();
  const answers = ['3600', new Date(service.clock.now() + 3_700_000 + 7_200_000).toUTCString()];
  one.receiver.answer = (_received, response) => {
    const input = answers.shift();
    if (input === undefined) return 204;
    response.writeHead(302, { location: one.receiver.url, 'retry-after': input }).end();
    return undefined;
  };
  await post(one, 'patience');
  await until('the first try', async () => (await triesOf(one)).length === 1);
  pass(3_500_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await triesOf(one)).length, 1);
  pass(200_000);
  await until('the second try', async () => (await triesOf(one)).length === 2);
  pass(7_000_000);
  assert.equal((await triesOf(one)).length, 2);
  pass(400_000);
  await settled(one, 'delivered');
  assert.deepEqual(
    (await triesOf(one)).map(({ status }) => status),
    [302, 302, 204],
  );
});

test('[DELIV-4] 410 stops the pushing to that address; the events stay in the log', async () => {
  const one = await fixture();
  one.receiver.answer = () => 410;
  await post(one, 'first');
  await until('it is gone', async () => {
    const [row] = await service.env.db.query('SELECT gone_at FROM bots WHERE client_id = $1', [
      one.bot.clientId,
    ]);
    return row?.gone_at;
  });
  one.receiver.answer = () => 204;
  await post(one, 'second');
  pass(3_600_000);
  const other = await fixture();
  await post(other, 'meanwhile');
  await settled(other, 'delivered');
  assert.equal(one.receiver.all.length, 1);
  const pulled = await service.call('GET', '/apps/events?after=0', { token: one.bot.token });
  assert.equal(pulled.body.data.events.length, 2);
  await change(one.bot, 'gone_at = NULL');
  await settled(one, 'delivered', 'delivered');
  assert.deepEqual(textsOf(one), ['first', 'second']);
});

test('[DELIV-4] a receiver that does not answer in time, or breaks off, is tried again', async () => {
  const one = await fixture();
  const ways: ((response: import('node:http').ServerResponse) => unknown)[] = [
    () => undefined,
    (response) => response.destroy(),
    (response) => response.writeHead(200, { 'content-length': '10' }).write('half'),
  ];
  one.receiver.answer = (_received, response) => {
    const way = ways.shift();
    if (!way) return 204;
    way(response);
    return undefined;
  };
  await post(one, 'at last');
  for (const count of [1, 2, 3]) {
    await until(`try ${count}`, async () => (await triesOf(one)).length === count);
    pass(86_400_000);
  }
  await settled(one, 'delivered');
  const reasons = (await triesOf(one)).map(({ reason }) => reason);
  assert.deepEqual(reasons, ['no response in time', 'the connection broke', 'no response in time', null]);
});

test('[DELIV-13] a private address is not called unless bot and server allow it', async () => {
  const one = await fixture();
  await change(one.bot, 'allow_private_network = false');
  await post(one, 'inside');
  await until('it is refused', async () => (await triesOf(one)).length === 1);
  assert.match((await triesOf(one))[0]?.reason ?? '', /not on the public internet.* allow_private_network /);
  await change(one.bot, 'allow_private_network = true');
  const { config } = service.env;
  const before = config.outboundPrivateNetworks;
  config.outboundPrivateNetworks = 'false';
  pass(86_400_000);
  await until('it is refused again', async () => (await triesOf(one)).length === 2);
  assert.match((await triesOf(one))[1]?.reason ?? '', /OUTBOUND_PRIVATE_NETWORKS/);
  config.outboundPrivateNetworks = before;
  assert.equal(one.receiver.all.length, 0);
  pass(86_400_000);
  await settled(one, 'delivered');
});

test('[DELIV-11] two processes share the work, and no event is delivered by both', async () => {
  const beside = await startService({ beside: service });
  const second = startDelivery(beside.env, outbound);
  const fixtures = [await fixture(4), await fixture(4)];
  for (let number = 0; number < 25; number++)
    for (const one of fixtures) for (const index of [0, 1, 2, 3]) await post(one, String(number), index);
  for (const one of fixtures)
    await until('all are delivered', async () => {
      const states = await stateOf(one);
      return states.length === 100 && states.every((state) => state === 'delivered');
    });
  await second.stop();
  await beside.close();
  for (const one of fixtures) {
    assert.equal(one.receiver.all.length, 100);
    assert.equal(new Set(one.receiver.all.map(({ headers }) => headers['webhook-id'])).size, 100);
    for (const index of [0, 1, 2, 3])
      assert.deepEqual(
        textsOf(one, index),
        Array.from({ length: 25 }, (_, number) => String(number)),
      );
  }
});

test('[DELIV-11] what a process that died had claimed is taken over when its lease ends', async () => {
  const one = await fixture();
  await delivery?.stop();
  await post(one, 'left behind');
  await until('it is in the log', async () => (await stateOf(one)).length === 1);
  await service.env.db.query(
    `UPDATE bot_queues SET lease = 'dead', leased_until = clock_timestamp() + interval '1 second' WHERE user_id = $1`,
    [one.bot.userId],
  );
  delivery = startDelivery(service.env, outbound);
  await settled(one, 'delivered');
});

test('stopping waits for the call under way, and begins no other', async () => {
  const one = await fixture();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  one.receiver.answer = async () => {
    await gate;
    return 204;
  };
  await post(one, 'under way');
  await post(one, 'next');
  await until('a call is under way', () => one.receiver.all.length === 1);
  await until('the next waits', async () => (await stateOf(one)).length === 2);
  const stopping = delivery?.stop();
  open();
  await stopping;
  assert.deepEqual(await stateOf(one), ['delivered', 'pending']);
});

for (const status of [204, 410, 500])
  test(`[EVENT-25] a push to an address that is replaced meanwhile, which ends with ${status}, does not count`, async () => {
    const one = await fixture();
    const next = await startReceiver();
    one.receiver.answer = async () => {
      await change(one.bot, 'webhook_url = $2, gone_at = NULL', [next.url]);
      return status;
    };
    await post(one, 'moved');
    await until('the new address has the event', () => next.received.length === 1);
    await settled(one, 'delivered');
    assert.equal(one.receiver.all.length, 1);
    await next.close();
  });
