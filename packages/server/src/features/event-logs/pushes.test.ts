import assert from 'node:assert/strict';
import {
  type Cast,
  type Receiver,
  startReceiver,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsumer } from '../../log/index.ts';
import { createOutbound } from '../../outbound/index.ts';
import { startDelivery } from '../bots/index.ts';
import { clientLog } from './index.ts';
import { logFixture } from './testing/log-fixture.ts';

let service: TestService;
let cast: Cast;
const receivers: Receiver[] = [];
let stop: () => Promise<unknown>;
beforeAll(async () => {
  service = await startService();
  cast = await createPartner();
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 15_000 });
  const running = [startConsumer(service.env, clientLog), startDelivery(service.env, outbound)];
  stop = () => Promise.all([...running.map((each) => each.stop()), outbound.close()]);
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await stop();
  await service.close();
});
const { createClient, createPartner, post } = logFixture(() => service);

async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

async function slowReceiver(status: number) {
  const receiver = await openReceiver();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  receiver.answer = async () => {
    if (receiver.all.length > 1) return 204;
    await gate;
    return status;
  };
  return { receiver, release };
}

const eventsOf = (clientId: string) =>
  service.env.db.query<{ message_id: string; state: string }>(
    'SELECT message_id, state FROM bot_events WHERE user_id = $1 ORDER BY sequence',
    [clientId],
  );
const isIdle = async (clientId: string) => {
  const leased = await service.env.db.query(
    'SELECT FROM bot_queues WHERE user_id = $1 AND lease IS NOT NULL',
    [clientId],
  );
  return leased.length === 0;
};

for (const status of [204, 410, 500])
  test(`[EVLOG-12] a push to the previous address that ends with ${status} does not count for the new one`, async () => {
    const { receiver: old, release } = await slowReceiver(status);
    const client = await createClient(cast, { event_log: undefined, events_url: old.url });
    const binderId = await service.make.binder(cast.owner);
    await until('the push began', () => old.all.length === 1);
    const current = await openReceiver();
    await post(cast, client.path, { events_url: current.url });
    release();
    await until('the new address has the event', () =>
      current.received.some(({ event }) => event.binder_id === binderId),
    );
    await until('it is delivered', async () => {
      const events = await eventsOf(client.id);
      return events.every(({ state }) => state === 'delivered');
    });
    assert.equal(old.all.length, 1);
    await post(cast, client.path, { event_log: false });
  });

test('[EVLOG-12] a push of a deleted log does not count for an event of the new log', async () => {
  const { receiver, release } = await slowReceiver(204);
  const client = await createClient(cast, { event_log: undefined, events_url: receiver.url });
  const binderId = await service.make.binder(cast.owner);
  await until('the push began', () => receiver.all.length === 1);
  const [before] = await eventsOf(client.id);
  await post(cast, client.path, { event_log: false });
  const silent = await slowReceiver(204);
  await post(cast, client.path, { events_url: silent.receiver.url });
  await service.env.db.query('UPDATE client_logs SET last_sequence = 0 WHERE client_id = $1', [client.id]);
  await post(cast, `/${binderId}`, { name: 'In the new log' });
  await until('the push of the new log began', () => silent.receiver.all.length === 1);
  release();
  const attempts = () => service.env.db.query('SELECT FROM bot_attempts WHERE user_id = $1', [client.id]);
  await until('the old push ended', () => receiver.received.length === 1);
  // Outcomes are stored in order, so the outcome of the old push is then stored too.
  const next = await openReceiver();
  const other = await createClient(cast, { event_log: undefined, events_url: next.url });
  await post(cast, `/${binderId}`, { name: 'For another client' });
  await until('it is stored', async () =>
    (await eventsOf(other.id)).some(({ state }) => state === 'delivered'),
  );
  const events = await eventsOf(client.id);
  assert.equal(events[0]?.state, 'pending');
  assert.notEqual(events[0]?.message_id, before?.message_id);
  assert.deepEqual(await attempts(), []);
  silent.release();
  await until('the new log is delivered', async () => {
    const states = (await eventsOf(client.id)).map(({ state }) => state);
    return (await isIdle(client.id)) && states.every((state) => state === 'delivered');
  });
});
