import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type Received, startService, type TestService, until } from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from 'vitest';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { startFamily } from '../../oauth/index.ts';
import { type PushFixture, pushFixtures, textsOf } from '../testing/push-fixture.ts';
import { type Delivery, startDelivery } from './start.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 500;
const SLOW_MS = 40;

let service: TestService;
let outbound: Outbound;
let delivery: Delivery;
const { fixture, pass, change, post, stateOf, settled, triesOf, closeReceivers } = pushFixtures(
  () => service,
);
beforeAll(async () => {
  service = await startService({ botLog: true });
});
beforeEach(() => {
  outbound = createOutbound({ allowsHttp: true, timeoutMs: TIMEOUT_MS });
  delivery = startDelivery(service.env, outbound);
});
afterEach(async () => {
  await delivery.stop();
  await outbound.close();
  await closeReceivers();
});
afterAll(() => service.close());

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function noteTimes({ receiver }: PushFixture): Map<Received, number> {
  const times = new Map<Received, number>();
  const { answer } = receiver;
  receiver.answer = (received, response) => {
    times.set(received, service.clock.now());
    return answer(received, response);
  };
  return times;
}

function verifyAll(secret: string, times: Map<Received, number>): void {
  const webhook = new Webhook(secret);
  for (const [{ headers, body, event }, at] of times) {
    // The library rejects a timestamp that differs by over five minutes from the machine's clock.
    const mocked = vi.spyOn(Date, 'now').mockImplementation(() => at);
    assert.deepEqual(webhook.verify(body, headers as Record<string, string>), event);
    mocked.mockRestore();
  }
}

/** The previous token expires during a simulated day. */
async function renewToken({ owner }: PushFixture): Promise<void> {
  const [family] = await service.env.db.query<{ client_id: string }>(
    'SELECT client_id FROM token_families WHERE user_id = $1 LIMIT 1',
    [owner.id],
  );
  const input = { clientId: family?.client_id ?? '', userId: owner.id, scope: 'read write' };
  owner.token = (await startFamily(service.env, input)).access_token;
}

async function passWhenIdle(of: PushFixture, ms: number): Promise<void> {
  const isIdle = async () => {
    const busy = await service.env.db.query(
      `SELECT FROM bot_queues WHERE user_id = $1 AND last_sequence > done_sequence AND (lease IS NOT NULL OR due_at <= $2)`,
      [of.bot.userId, service.clock.now()],
    );
    return busy.length === 0;
  };
  await until('nothing is due', isIdle);
  pass(ms);
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number));

test('[DELIV-2] [DELIV-6] [DELIV-7] a receiver that fails at random, is slow and closes half-way gets every event in order, and nobody else’s are late', async () => {
  const bad = await fixture(3);
  const good = await fixture(2);
  const random = seededRandom(11);
  const seen = new Map<string, number>();
  const ways: [string, (response: ServerResponse) => number | undefined | Promise<number>][] = [
    ['refused', () => 500],
    ['broken off', (response) => void response.destroy()],
    ['half an answer', (response) => void halfAnswer(response)],
    ['no answer', () => undefined],
    ['slow', () => new Promise<number>((resolve) => setTimeout(resolve, SLOW_MS, 204))],
  ];
  bad.receiver.answer = (_received, response) => {
    const [name, way] = ways[Math.floor(random() * ways.length * 2.5)] ?? ['taken', () => 204];
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return way(response);
  };
  const times = noteTimes(bad);
  const texts = numbers(15);
  for (const text of texts) {
    for (const index of [0, 1, 2]) await post(bad, text, index);
    const index = Number(text) % 2;
    await post(good, text, index);
    // The clock does not advance in this test, so a delayed delivery would never arrive.
    await until('the others are told', () => textsOf(good).includes(text), 5_000);
  }
  const isDone = async () => {
    await passWhenIdle(bad, 24 * HOUR_MS);
    return (await stateOf(bad)).every((state) => state === 'delivered');
  };
  await until('everything is there', isDone, 30_000);
  for (const index of [0, 1, 2]) assert.deepEqual(firstOfEach(textsOf(bad, index)), texts);
  assert.deepEqual(textsOf(good, 0).concat(textsOf(good, 1)).sort(), [...texts].sort());
  assert.equal(good.receiver.all.length, texts.length);
  for (const [name] of ways) assert.ok((seen.get(name) ?? 0) > 0, `never ${name}`);
  verifyAll(bad.secret, times);
});

function halfAnswer(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '10' });
  response.write('half', () => response.destroy());
}

/** A delivery is correctly repeated if the response to the first one was lost. */
const firstOfEach = (texts: string[]) => [...new Set(texts)];

test('[DELIV-5] [DELIV-6] [DELIV-7] a receiver that is away for a day gets all that happened meanwhile, in order, and nobody else’s are late', async () => {
  const away = await fixture(2);
  const other = await fixture();
  const times = noteTimes(away);
  const { url } = away.receiver;
  await change(away.bot, 'webhook_url = $2', ['http://127.0.0.1:9/nobody-listens-here']);
  const texts = numbers(24);
  for (const text of texts) {
    await Promise.all([away, other].map(renewToken));
    for (const index of [0, 1]) await post(away, text, index);
    await post(other, text);
    await until('the others are told', () => textsOf(other).length === Number(text) + 1, 5_000);
    await passWhenIdle(away, HOUR_MS);
  }
  await until('it was tried over and over', async () => (await triesOf(away)).length >= 6);
  assert.equal(away.receiver.all.length, 0);
  assert.ok((await triesOf(away)).every(({ reason }) => reason === 'the connection was refused'));
  await change(away.bot, 'webhook_url = $2', [url]);
  // After a day of failures, a retry is at most 16 hours away, including jitter.
  const isDone = async () => {
    await passWhenIdle(away, 16 * HOUR_MS);
    return (await stateOf(away)).every((state) => state === 'delivered');
  };
  await until('everything is there', isDone);
  for (const index of [0, 1]) assert.deepEqual(textsOf(away, index), texts);
  assert.equal(away.receiver.all.length, 2 * texts.length, 'each of them once');
  verifyAll(away.secret, times);
});

test('[DELIV-7] a bot all of whose calls hang takes no place from the others, whose events come while they hang', async () => {
  const hanging = await fixture(12);
  const others = [await fixture(), await fixture(), await fixture()];
  hanging.receiver.answer = () => undefined;
  for (let index = 0; index < hanging.binders.length; index++) await post(hanging, 'hangs', index);
  await until('calls hang', () => hanging.receiver.all.length > 0);
  for (const text of numbers(5)) {
    const before = hanging.receiver.all.length;
    await Promise.all(others.map((one) => post(one, text)));
    for (const one of others) await until('it is told', () => textsOf(one).includes(text), 5_000);
    assert.ok(hanging.receiver.all.length >= before);
  }
  assert.equal(textsOf(hanging).length, 0);
  for (const one of others) {
    assert.deepEqual(textsOf(one), numbers(5));
    await settled(one, ...numbers(5).map(() => 'delivered'));
  }
});

test('[DELIV-7] bots that answer, but slowly, hold half of the places at the most', async () => {
  await delivery.stop();
  delivery = startDelivery(service.env, outbound, { maxQueues: 4, slowMs: SLOW_MS / 2 });
  const slow = [await fixture(4), await fixture(4)];
  const quick = await fixture();
  let open = 0;
  let limit = 0;
  let answered = 0;
  for (const { receiver } of slow)
    receiver.answer = async () => {
      // The service learns from the first requests that the receivers are slow.
      if (answered >= 8) limit = Math.max(limit, open + 1);
      open++;
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      open--;
      answered++;
      return 204;
    };
  for (const text of numbers(5))
    for (const one of slow) for (const index of [0, 1, 2, 3]) await post(one, text, index);
  for (const text of numbers(5)) {
    await post(quick, text);
    await until('it is told', () => textsOf(quick).includes(text), 5_000);
  }
  for (const one of slow) await settled(one, ...Array<string>(20).fill('delivered'));
  for (const one of slow) for (const index of [0, 1, 2, 3]) assert.deepEqual(textsOf(one, index), numbers(5));
  assert.equal(limit, 2, 'of four places');
});

test('[DELIV-7] a bot does not wait for those whose calls hang at the same host', async () => {
  const hanging = [await fixture(8), await fixture(8), await fixture(8)];
  const one = await fixture();
  for (const { bot } of hanging) await change(bot, 'webhook_url = $2', [one.receiver.url]);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  one.receiver.answer = async ({ event }) => {
    if (event.client_id !== one.bot.clientId) await gate;
    return 204;
  };
  await delivery.stop();
  await outbound.close();
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 15_000 });
  for (const each of hanging)
    for (let index = 0; index < each.binders.length; index++) await post(each, 'hangs', index);
  for (const each of hanging)
    await until('they are in the log', async () => (await stateOf(each)).length === each.binders.length);
  delivery = startDelivery(service.env, outbound);
  await until('calls hang', () => one.receiver.all.length > 0);
  await post(one, 'meanwhile');
  await until('it is told', () => textsOf(one).includes('meanwhile'), 5_000);
  await until('all hang', () => one.receiver.all.length === 25, 5_000);
  open();
  for (const each of hanging) await settled(each, ...Array<string>(8).fill('delivered'));
});

test('[DELIV-10] a replay hurries what waits after a failure', async () => {
  const one = await fixture();
  const { partnerId: id, orgId } = one.owner;
  const admin = await service.make.user({ partner: { id, orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
  one.receiver.answer = () => 500;
  await post(one, 'a');
  await until('it was tried', async () => (await triesOf(one)).length > 0);
  await post(one, 'b');
  await until('both wait', async () => (await stateOf(one)).length === 2);
  one.receiver.answer = () => 204;
  one.receiver.received.length = 0;
  const path = `/orgs/${orgId}/bots/${one.bot.clientId}/replay`;
  const replay = (input: object) => service.call('POST', path, { token: admin.token, json: input });
  assert.deepEqual((await replay({ dead: true })).body.data, { replayed: 0 });
  assert.deepEqual(await stateOf(one), ['pending', 'pending']);
  assert.deepEqual((await replay({ from: 1 })).body.data, { replayed: 2 });
  await settled(one, 'delivered', 'delivered');
  assert.deepEqual(textsOf(one), ['a', 'b']);
});
