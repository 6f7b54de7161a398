import assert from 'node:assert/strict';
import type { BinderCard } from '@ringbinder/protocol';
import { until } from '@ringbinder/testkit';
import { type TestContext, test } from 'vitest';
import { memoryStorage } from '../storage/memory.ts';
import { type Realtime, type RealtimeOptions, realtime } from './realtime.ts';
import { createFakeServer } from './testing/fake-server.ts';

function start(t: TestContext, options: RealtimeOptions = {}, server = createFakeServer()) {
  const errors: unknown[] = [];
  const channel = realtime(server.client(), {
    openSocket: server.openSocket,
    random: () => 0,
    onError: (error) => void errors.push(error),
    ...options,
  });
  t.onTestFinished(() => channel.close());
  return { server, channel, errors };
}

const offline = (channel: Realtime) =>
  new Promise<void>((resolve) => {
    const remove = channel.onState(({ status }) => {
      if (status !== 'offline') return;
      remove();
      resolve();
    });
  });
const live = (replica: { status: { status: string } }) =>
  until('it is live', () => replica.status.status === 'live');

test('[CLIENT-7] a listener that throws is reported, and all others hear of the entries', async (t) => {
  const { server, channel, errors } = start(t);
  const replica = channel.subscribe('B0000000000000000000001');
  await live(replica);
  const received: string[] = [];
  replica.onChange(() => {
    throw new Error('a bug of the view');
  });
  const remove = replica.onChange((change) => {
    if (change.type === 'entries') received.push(...change.entries.map(({ kind, seq }) => `${seq} ${kind}`));
  });
  server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('it is heard', () => received.length === 1);
  assert.deepEqual(received, ['1 message_posted']);
  assert.equal((errors[0] as Error).message, 'a bug of the view');
  remove();
  server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('it is there', () => replica.position?.seq === 2);
  assert.equal(received.length, 1);
});

test('[CLIENT-7] several views of a binder share one subscription, which ends with the last of them', async (t) => {
  const { server, channel } = start(t);
  const [one, two] = [
    channel.subscribe('B0000000000000000000001'),
    channel.subscribe('B0000000000000000000001'),
  ];
  await live(one);
  assert.equal(one.state, two.state);
  const sent = () => server.opened[0]?.sent.map(({ type }) => type).join(' ');
  assert.equal(sent(), 'hello subscribe');
  one.close();
  one.close();
  let received = 0;
  one.onChange(() => void received++);
  two.onChange(() => void received++);
  server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('it is there', () => two.position?.seq === 1);
  assert.equal(received, 1);
  two.close();
  assert.equal(sent(), 'hello subscribe unsubscribe');
});

test('[CLIENT-8] who was removed holds nothing of the binder any more, in memory and in the storage', async (t) => {
  const storage = memoryStorage();
  const { server, channel } = start(t, { storage });
  const replica = channel.subscribe('B0000000000000000000001');
  await live(replica);
  server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('it is kept', async () => (await storage.listReplicas('U1')).length === 1);
  const statuses: string[] = [];
  replica.onChange((change) => {
    if (change.type === 'status') statuses.push(change.status.status);
  });
  server.send({
    type: 'unsubscribed',
    binder_id: 'B0000000000000000000001',
    code: 'RESPONSE_ERROR_PERMISSION',
    message: 'removed',
  });
  await until('it has ended', () => replica.status.status === 'ended');
  assert.deepEqual(statuses, ['ended']);
  assert.equal(replica.state, undefined);
  assert.equal(replica.position, undefined);
  await until('nothing is kept', async () => (await storage.listReplicas('U1')).length === 0);
  await live(channel.subscribe('B0000000000000000000001'));
});

test('[CLIENT-8] a subscription that ended because the log could not be read is made again, and loses nothing', async (t) => {
  const { server, channel } = start(t);
  const binder_id = 'B0000000000000000000001';
  const replica = channel.subscribe(binder_id);
  await live(replica);
  const { state } = replica;
  const statuses: string[] = [];
  replica.onChange((change) => {
    if (change.type === 'status') statuses.push(change.status.status);
    if (change.type === 'snapshot') statuses.push('snapshot');
  });
  server.send({
    type: 'unsubscribed',
    binder_id,
    code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
    message: 'subscribe again',
  });
  await until('it is live again', () => statuses.length > 1);
  assert.deepEqual(statuses, ['behind', 'live']);
  assert.equal(replica.state, state);
  server.binder(binder_id).model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('the next entry has arrived', () => replica.position?.seq === 1);
});

test('[CLIENT-8] what is kept of binders that are not the caller’s any more is removed', async (t) => {
  const storage = memoryStorage();
  const { server, channel } = start(t, { storage });
  const [one, two] = [
    channel.subscribe('B0000000000000000000001'),
    channel.subscribe('B0000000000000000000002'),
  ];
  await live(one);
  await live(two);
  await until('they are kept', async () => (await storage.listReplicas('U1')).length === 2);
  one.close();
  const list = channel.binders();
  await until('the list is there', () => list.cards?.length === 2);
  server.send({ type: 'binder_removed', binder_id: 'B0000000000000000000001' });
  await until(
    'it is removed',
    async () => (await storage.listReplicas('U1')).join() === 'B0000000000000000000002',
  );
});

test('[CLIENT-8] a refused subscription ends with its reason; one that was too early is tried again', async (t) => {
  const { server, channel } = start(t);
  server.refuseSubscriptions('RESPONSE_ERROR_SERVICE_UNAVAILABLE');
  const replica = channel.subscribe('B0000000000000000000001');
  const subscribeCount = () => server.opened[0]?.sent.filter(({ type }) => type === 'subscribe').length ?? 0;
  await until('it has asked again', () => subscribeCount() > 2);
  server.refuseSubscriptions(undefined);
  await live(replica);
  server.refuseSubscriptions('RESPONSE_ERROR_NOT_FOUND');
  const refused = channel.subscribe('B0000000000000000000009');
  await until('it has ended', () => refused.status.status === 'ended');
  assert.deepEqual(refused.status, { status: 'ended', code: 'RESPONSE_ERROR_NOT_FOUND', message: 'no' });
});

test('[CLIENT-9] the list of binders that was refused for a while is asked for again, on the same connection', async (t) => {
  const { server, channel } = start(t);
  server.binder('B0000000000000000000001');
  server.refuseSubscriptions('RESPONSE_ERROR_SERVICE_UNAVAILABLE');
  const list = channel.binders();
  const subscribeCount = () =>
    server.opened[0]?.sent.filter(({ type }) => type === 'subscribe_self').length ?? 0;
  await until('it has asked again', () => subscribeCount() > 2);
  server.refuseSubscriptions(undefined);
  await until('it is there', () => list.cards?.length === 1);
  assert.equal(server.opened.length, 1);
});

test('[CLIENT-9] the list of binders goes on, the last changed first, and keeps what did not change', async (t) => {
  const { server, channel } = start(t);
  server.binder('B0000000000000000000001');
  server.binder('B0000000000000000000002').model.operate({ kind: 'post', choice: 1, other: 1 });
  const list = channel.binders();
  const lists: (readonly BinderCard[])[] = [];
  list.onChange((cards) => void lists.push(cards));
  const ids = () => list.cards?.map(({ binder }) => binder.id).join(' ');
  await until('it is there', () => list.cards);
  assert.equal(ids(), 'B0000000000000000000002 B0000000000000000000001');
  const [second] = list.cards ?? [];
  const replica = channel.subscribe('B0000000000000000000001');
  await live(replica);
  for (let count = 0; count < 3; count++)
    server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  server.flush();
  await until('it moved', () => ids() === 'B0000000000000000000001 B0000000000000000000002');
  assert.equal(list.cards?.[1], second);
  assert.equal(list.cards?.[0]?.last_message?.text, 'm3');
  const lost = offline(channel);
  server.cut();
  await lost;
  await until('it was asked for again', () => lists.length === 3);
  assert.deepEqual(list.categories, []);
  server.send({ type: 'categories', categories: [{ id: 1, name: 'Work' }] });
  await until('there is a category', () => list.categories?.length === 1);
  assert.equal(lists.length, 4, 'its listeners are told');
  assert.equal(list.cards?.[1], second);
  list.close();
});

test('[CLIENT-10] ephemeral frames go to others who look at the binder, and are not kept for later', async (t) => {
  const { server, channel } = start(t);
  const other = start(t, {}, server).channel;
  await live(channel.subscribe('B0000000000000000000001'));
  await live(other.subscribe('B0000000000000000000001'));
  const received: unknown[] = [];
  other.onEphemeral(({ kind, data, session_id }) => void received.push({ kind, data, session_id }));
  assert.equal(
    channel.publish({ binder_id: 'B0000000000000000000001', kind: 'pointer', data: { points: [1, 2] } }),
    true,
  );
  await until('it is heard', () => received.length === 1);
  assert.deepEqual(received, [{ kind: 'pointer', data: { points: [1, 2] }, session_id: 'S1' }]);
  const [socket] = server.opened;
  assert.ok(socket);
  socket.bufferedAmount = 1e6;
  assert.equal(
    channel.publish({ binder_id: 'B0000000000000000000001', kind: 'typing', data: {} }),
    false,
    'the line is full',
  );
  socket.bufferedAmount = 0;
  server.setReachable(false);
  const lost = offline(channel);
  server.cut();
  await lost;
  assert.equal(channel.publish({ binder_id: 'B0000000000000000000001', kind: 'typing', data: {} }), false);
});

test('[CLIENT-11] with a user id what is kept is there without a connection, and signing out removes it', async (t) => {
  const storage = memoryStorage();
  const first = start(t, { storage, userId: 'U1' });
  const replica = first.channel.subscribe('B0000000000000000000001');
  await live(replica);
  first.server.binder('B0000000000000000000001').model.operate({ kind: 'post', choice: 1, other: 1 });
  first.server.flush();
  await until('it is there', () => replica.position?.seq === 1);
  const { state } = replica;
  await first.channel.close();
  const away = createFakeServer();
  away.setReachable(false);
  const { channel } = start(t, { storage, userId: 'U1', random: () => 1 }, away);
  const subscribed = channel.subscribe('B0000000000000000000001');
  await until('it is there', () => subscribed.state);
  assert.deepEqual([subscribed.status, subscribed.position?.seq], [{ status: 'behind' }, 1]);
  assert.deepEqual(subscribed.state, state);
  away.setPostBehavior(() => 'unreachable');
  subscribed.send('later');
  await until('it is kept', async () => (await storage.loadOutbox('U1')).length === 1);
  await channel.signOut();
  assert.deepEqual([await storage.listReplicas('U1'), await storage.loadOutbox('U1')], [[], []]);
});

test('[CLIENT-11] a token of another user signs out, and shows nothing of either', async (t) => {
  const { channel } = start(t, { userId: 'U2' });
  const replica = channel.subscribe('B0000000000000000000001');
  await until('it is signed out', () => channel.state.status === 'signed_out');
  assert.equal(replica.state, undefined);
});

test('[CLIENT-21] a binder id that is none ends its replica, and the channel goes on', async (t) => {
  const { channel } = start(t);
  for (const id of ['', 'B1', 'undefined', '[object Object]', `B${'x'.repeat(23)}`, `B${'-'.repeat(22)}`]) {
    const replica = channel.subscribe(id);
    await until(`${id} has ended`, () => replica.status.status === 'ended');
    assert.equal(replica.status.status === 'ended' && replica.status.code, 'RESPONSE_ERROR_NOT_FOUND');
  }
  await live(channel.subscribe('B0000000000000000000001'));
  assert.equal(channel.state.status, 'online');
});

test('[CLIENT-21] without a WebSocket it says at once what is missing', (t) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  t.onTestFinished(() => void (own && Object.defineProperty(globalThis, 'WebSocket', own)));
  assert.throws(
    () => realtime(createFakeServer().client()),
    /needs a WebSocket: use Node ≥ 22, or pass openSocket/,
  );
  start(t);
});
