import assert from 'node:assert/strict';
import { clientEvents } from '@ringbinder/protocol';
import {
  type Cast,
  expectRefusal,
  type Receiver,
  startReceiver,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { Webhook } from 'standardwebhooks';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsumer } from '../../log/index.ts';
import { createOutbound } from '../../outbound/index.ts';
import { startDelivery } from '../bots/index.ts';
import { clientLog } from './index.ts';
import { type CreatedLog, logFixture } from './testing/log-fixture.ts';

let service: TestService;
let cast: Cast;
let receiver: Receiver;
let client: CreatedLog;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  service = await startService();
  cast = await createPartner();
  receiver = await startReceiver();
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 15_000 });
  const running = [startConsumer(service.env, clientLog), startDelivery(service.env, outbound)];
  stop = async () => {
    await Promise.all(running.map((each) => each.stop()));
    await outbound.close();
  };
  client = await createClient(cast, { event_log: undefined, events_url: receiver.url });
});
afterAll(async () => {
  await stop();
  await receiver.close();
  await service.close();
});
const { createClient, createPartner, post } = logFixture(() => service);

const ask = (path: string, json: object = {}) => post(cast, client.path + path, json);
const get = (path: string, token = cast.owner.token) => service.call('GET', client.path + path, { token });
const verify = (secret: string, { body, headers }: { body: string; headers: object }) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('[EVLOG-14] an admin of the partner sees the deliveries of a log, and replays them', async () => {
  const binderId = await service.make.binder(cast.owner);
  await post(cast, `/${binderId}`, { name: 'Renamed' });
  const list = async () => (await get('/deliveries')).body.data.deliveries;
  await until(
    'both are delivered',
    async () => (await list()).map(({ state }: { state: string }) => state).join() === 'delivered,delivered',
  );
  const [{ sequence, message_type: kind }] = await list();
  assert.equal(kind, 'binder_updated');
  const { message, tries } = (await get(`/deliveries/${sequence}`)).body.data;
  assert.equal(message.event.binder.name, 'Renamed');
  assert.equal(tries[0].status, 204);
  const { dead, pending, pushed } = (await get('/health')).body.data;
  assert.deepEqual([dead, pending, pushed], [0, 0, true]);
  const replayed = await ask('/replay', { from: 1 });
  assert.deepEqual([replayed.status, replayed.body.data], [200, { replayed: 2 }]);
  await until('they came again', () => receiver.received.length === 4);
  assert.deepEqual(
    receiver.received.map(({ event }) => event.message_type),
    ['binder_created', 'binder_updated', 'binder_created', 'binder_updated'],
  );
  expectRefusal(await ask('/replay', {}), 400, 'from');
  assert.equal((await ask('/replay', { sequences: [99] })).status, 404);
});

test('[EVLOG-14] a test message is signed, is no event, and follows the schema of its kind', async () => {
  const before = receiver.all.length;
  const { status, body } = await ask('/test');
  assert.deepEqual([status, body.data.status], [200, 204]);
  const [received] = receiver.all.slice(before);
  assert.ok(received);
  assert.equal(received.headers['ringbinder-test'], 'true');
  assert.equal(received.headers['ringbinder-sequence'], undefined);
  verify(String(client.data.events_secret), received);
  assert.ok(Compile(clientEvents.user_updated.schema).Check(JSON.parse(received.body)));
});

test('[EVLOG-14] others than admins of the partner are refused, and so is a client without a log', async () => {
  const other = await createPartner();
  for (const [token, status] of [
    [cast.editor.token, 403],
    [other.owner.token, 403],
  ] as const) {
    for (const path of ['/deliveries', '/deliveries/1', '/health'])
      assert.equal((await get(path, token)).status, status, path);
    for (const path of ['/replay', '/test', '/events/rotate']) {
      const answer = await service.call('POST', client.path + path, { token, json: { from: 1 } });
      assert.equal(answer.status, status, path);
    }
  }
  const foreign = client.path.replace(cast.partner.id, other.partner.id);
  assert.equal((await post(other, `${foreign}/replay`, { dead: true })).status, 404);
  const without = await createClient(cast, { event_log: false });
  for (const path of ['/replay', '/test', '/events/rotate'])
    assert.equal((await post(cast, without.path + path, { dead: true })).status, 412, path);
  const polling = await createClient(cast);
  assert.equal((await post(cast, `${polling.path}/test`, {})).body.message, 'the client has no events_url');
  await ask('', { disabled: true });
  assert.equal((await ask('/replay', { dead: true })).status, 412);
  await ask('', { disabled: false });
});

test('[EVLOG-15] after a rotation both secrets sign pushes, and then only the new one', async () => {
  const old = String(client.data.events_secret);
  const { status, body } = await ask('/events/rotate', { grace_seconds: 60 });
  assert.equal(status, 200, JSON.stringify(body));
  const { events_secret: fresh, old_secret_until: until_time } = body.data;
  assert.ok(Math.abs(until_time - service.clock.now() - 60_000) < 30_000);
  const nextPush = async () => {
    const before = receiver.received.length;
    await ask('/replay', { sequences: [1] });
    return until('it is pushed', async () => receiver.received[before]);
  };
  const both = await nextPush();
  verify(old, both);
  verify(fresh, both);
  service.clock.advance(61_000);
  const { headers } = await nextPush();
  assert.equal(String(headers['webhook-signature']).split(' ').length, 1);
  const [audit] = await service.env.db.query<{ details: object }>(
    `SELECT details FROM audit_entries WHERE action = 'client.rotate' AND target = $1`,
    [client.id],
  );
  assert.deepEqual(audit?.details, { secret: 'events', grace_seconds: 60 });
  const polling = await createClient(cast);
  assert.equal((await post(cast, `${polling.path}/events/rotate`, {})).status, 412);
});
