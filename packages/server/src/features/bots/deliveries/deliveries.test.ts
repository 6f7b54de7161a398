import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  type ActorTable,
  hireActors,
  type MadeUser,
  outsiders,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { createOutbound, type Outbound } from '../../../outbound/index.ts';
import { type Delivery, startDelivery } from '../delivery/start.ts';
import { type PushStage, pushStages, textsOf } from '../testing/push-stage.ts';

let service: TestService;
let outbound: Outbound;
let delivery: Delivery;
const { stage, pass, change, post, stateOf, settled, triesOf, closeReceivers } = pushStages(() => service);
before(async () => {
  // Days pass in these tests, and the admin stays.
  service = await startService({ botLog: true, config: { accessTokenSeconds: 1e9 } });
  outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
});
beforeEach(() => {
  delivery = startDelivery(service.env, outbound);
});
afterEach(async () => {
  await delivery.stop();
  await closeReceivers();
});
after(async () => {
  await outbound.close();
  await service.close();
});

/** A stage with an admin of the org. */
interface AdminStage extends PushStage {
  admin: MadeUser;
}

async function adminStage(count?: number): Promise<AdminStage> {
  const made = await stage(count);
  const { partnerId: id, orgId } = made.owner;
  const admin = await service.make.user({ partner: { id, orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
  return { ...made, admin };
}

const pathOf = ({ owner, bot }: PushStage) => `/orgs/${owner.orgId}/bots/${bot.clientId}`;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
async function get(of: AdminStage, path: string): Promise<any> {
  const answer = await service.call('GET', `${pathOf(of)}${path}`, { token: of.admin.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

const ask = (of: AdminStage, path: string, json: object = {}) =>
  service.call('POST', `${pathOf(of)}${path}`, { token: of.admin.token, json });

/** Fails an event as often as it is tried, until it is dead. */
async function killFirst(of: PushStage): Promise<void> {
  of.receiver.answer = () => 500;
  await post(of, 'given up');
  await until('it is dead', async () => {
    pass(2 * 86_400_000);
    return (await stateOf(of)).includes('dead');
  });
  of.receiver.answer = () => 204;
}

// The first, since the library that verifies goes by the real time.
test('[DELIV-14] a test is signed, marked, answered with what came of it, and is no event', async () => {
  const one = await adminStage();
  const taken = await ask(one, '/test');
  assert.equal(taken.status, 200, JSON.stringify(taken.body));
  assert.equal(taken.body.data.status, 204);
  const [received] = one.receiver.taken;
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
  assert.match(inside.reason, /not in the public internet/);
  await change(one.bot, `webhook_url = ''`);
  assert.equal((await ask(one, '/test')).status, 412);
});

test('[DELIV-14] tests that are not answered hold no connection of the database, and four of an org are the most', async () => {
  const one = await adminStage();
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
  const { total, idle } = service.env.db.usage();
  assert.equal(total - idle, 0);
  open();
  for (const { status, body } of await Promise.all(hanging))
    assert.deepEqual([status, body.data.status], [200, 204]);
  assert.equal((await send('a')).headers.get('idempotent-replayed'), 'true');
});

test('[DELIV-10] deliveries are listed with their state and tries, the latest first, in pages and by state', async () => {
  const one = await adminStage();
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
  const shown = await get(one, '/deliveries/1');
  assert.deepEqual(shown.message, one.receiver.all[0]?.event);
  assert.equal(shown.tries.length, 10);
  const unknown = await service.call('GET', `${pathOf(one)}/deliveries/9`, { token: one.admin.token });
  assert.equal(unknown.status, 404);
});

test('[DELIV-10] a replay from a point, of some, and of the dead pushes in order, under the same webhook-id', async () => {
  const one = await adminStage(2);
  await killFirst(one);
  for (const text of ['a', 'b', 'c']) await post(one, text);
  await post(one, 'beside', 1);
  await settled(one, 'dead', ...Array<string>(4).fill('delivered'));
  const idsBefore = new Set(one.receiver.all.map(({ headers }) => headers['webhook-id']));
  one.receiver.taken.length = 0;
  const dead = await ask(one, '/replay', { dead: true });
  assert.deepEqual([dead.status, dead.body.data], [200, { replayed: 1 }]);
  await settled(one, ...Array<string>(5).fill('delivered'));
  assert.deepEqual(textsOf(one), ['given up']);
  one.receiver.taken.length = 0;
  assert.equal((await ask(one, '/replay', { from: 3 })).body.data.replayed, 3);
  await until('they came again', () => one.receiver.taken.length === 3);
  assert.deepEqual(textsOf(one, 0), ['b', 'c']);
  assert.deepEqual(textsOf(one, 1), ['beside']);
  await settled(one, ...Array<string>(5).fill('delivered'));
  one.receiver.taken.length = 0;
  assert.equal((await ask(one, '/replay', { sequences: [3, 1] })).body.data.replayed, 2);
  await until('they came again', () => one.receiver.taken.length === 2);
  assert.deepEqual(textsOf(one, 0), ['given up', 'b']);
  assert.deepEqual(new Set(one.receiver.all.map(({ headers }) => headers['webhook-id'])), idsBefore);
  const audit = await service.env.db.query(
    'SELECT details FROM audit_entries WHERE action = $1 AND target = $2',
    ['bot.replay', one.bot.clientId],
  );
  assert.equal(audit.length, 3);
});

test('[DELIV-10] a replay says what it wants in one way, names events that are there, and is made once for a key', async () => {
  const one = await adminStage();
  await post(one, 'a');
  await settled(one, 'delivered');
  for (const wish of [{}, { from: 1, dead: true }, { from: 0 }, { sequences: [] }, { dead: false }])
    assert.equal((await ask(one, '/replay', wish)).status, 400, JSON.stringify(wish));
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
  const one = await adminStage();
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

test('[DELIV-15] the health of a bot tells what was delivered and failed, hour by hour or day by day', async () => {
  const one = await adminStage();
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
  const { pending, dead, gone, enabled, pushed } = days;
  const state = { gone: false, enabled: true, pushed: true };
  assert.deepEqual({ pending, dead, gone, enabled, pushed }, { pending: 1, dead: 0, ...state });
  await change(one.bot, `webhook_url = ''`);
  assert.equal((await get(one, '/health')).pushed, false, 'it pulls');
});

test('[DELIV-16] a bot that is disabled is told no more of what happened, until it is enabled and an admin replays it', async () => {
  const one = await adminStage();
  one.receiver.answer = () => 500;
  await post(one, 'secret');
  await until('it failed', async () => (await triesOf(one)).length === 1);
  assert.equal((await ask(one, '', { enabled: false })).status, 200);
  one.receiver.answer = () => 204;
  pass(86_400_000);
  const other = await stage();
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
  const one = await adminStage();
  const { db } = service.env;
  await db.query('UPDATE clients SET disabled_at = 1 WHERE id = $1', [one.bot.clientId]);
  await post(one, 'later');
  await until('it is there', async () => (await stateOf(one)).length === 1);
  const other = await stage();
  await post(other, 'elsewhere');
  await settled(other, 'delivered');
  assert.equal(one.receiver.all.length, 0);
  assert.equal((await ask(one, '/test')).status, 412);
  await db.query('UPDATE clients SET disabled_at = NULL WHERE id = $1', [one.bot.clientId]);
  await settled(one, 'delivered');
});

test('[DELIV-10] nobody but an admin sees, replays or tries deliveries', async () => {
  const actors = await hireActors(service);
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
  const one = await adminStage();
  for (const [method, end, json] of calls) {
    const foreign = await service.call(method, `/orgs/${one.owner.orgId}/bots/${bot.clientId}${end}`, {
      token: one.admin.token,
      ...(json === undefined ? {} : { json }),
    });
    assert.equal(foreign.status, 404, end);
  }
});
