import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { type TestContext, test } from 'vitest';
import { type RealtimeOptions, realtime } from '../realtime/realtime.ts';
import type { Replica } from '../realtime/replica.ts';
import { createFakeServer } from '../realtime/testing/fake-server.ts';
import { memoryStorage } from '../storage/memory.ts';

async function start(t: TestContext, options: RealtimeOptions = {}, server = createFakeServer()) {
  const channel = realtime(server.client(), {
    openSocket: server.openSocket,
    random: () => 0,
    onError: (error) => assert.fail(String(error)),
    ...options,
  });
  t.onTestFinished(() => channel.close());
  const replica = channel.subscribe('B0000000000000000000001');
  return { server, channel, replica };
}

const live = (replica: Replica) => until('it is live', () => replica.status.status === 'live');
const statuses = ({ pending }: Replica) => pending.map(({ state }) => state.status).join(' ');
const texts = ({ state }: Replica) => state?.messages.map(({ text }) => text) ?? [];
const textOf = ({ body }: Replica['pending'][number]) => (body.message as { text: string }).text;

test('[CLIENT-12] a message is shown at once, and goes when its entry is there', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  const received: string[] = [];
  replica.onChange(() => void received.push(`${statuses(replica)}|${texts(replica).length}`));
  const item = replica.send('hello');
  assert.deepEqual(replica.pending, [item]);
  assert.equal(item.state.status, 'waiting');
  await until('it is there', () => replica.pending.length === 0);
  assert.deepEqual(server.posted, [
    {
      binderId: 'B0000000000000000000001',
      key: item.idempotencyKey,
      text: 'hello',
      clientUuid: item.clientId,
    },
  ]);
  assert.equal(texts(replica).length, 1);
  assert.ok(!received.includes('|0'), `it was shown all the time: ${received.join(', ')}`);
});

test('[CLIENT-12] what was sent stays shown until its entry comes, though the answer was first', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  for (const socket of server.opened) {
    const { deliver } = socket;
    socket.deliver = (frame) => void setTimeout(() => deliver.call(socket, frame), 50);
  }
  replica.send('hello');
  await until('it was answered', () => statuses(replica) === 'sent');
  assert.deepEqual([replica.pending.length, texts(replica).length], [1, 0]);
  await until('it is there', () => texts(replica).length === 1);
  assert.equal(replica.pending.length, 0);
});

test('[CLIENT-22] what is being sent when the network goes waits, and is sent once when it is back', async (t) => {
  const browser = new EventTarget();
  const addEventListener = browser.addEventListener.bind(browser);
  Object.assign(globalThis, { addEventListener, removeEventListener: () => undefined });
  t.onTestFinished(() => void Object.assign(globalThis, { addEventListener: undefined }));
  const { server, channel, replica } = await start(t);
  await live(replica);
  let attempts = 0;
  server.setPostBehavior(() => {
    attempts++;
    return 'hang';
  });
  const item = replica.send('hello');
  await until('it is being sent', () => attempts === 1);
  server.setReachable(false);
  browser.dispatchEvent(new Event('offline'));
  assert.equal(channel.state.status, 'offline');
  await until('it waits', () => statuses(replica) === 'waiting');
  server.setPostBehavior(() => 'answer');
  server.setReachable(true);
  browser.dispatchEvent(new Event('online'));
  await until('it is there', () => replica.pending.length === 0 && texts(replica).length === 1);
  assert.deepEqual(
    server.posted.map(({ key }) => key),
    [item.idempotencyKey],
  );
});

test('[CLIENT-12] a message whose entry comes before the answer is never shown twice', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  const { promise: answerAfter, resolve: answer } = Promise.withResolvers<void>();
  server.setPostBehavior(() => ({ answerAfter }));
  const counts = new Set<number>();
  replica.onChange(() => void counts.add(replica.pending.length + texts(replica).length));
  replica.send('m1');
  replica.send('m2');
  await until('the entry is there', () => texts(replica).length === 1);
  assert.deepEqual(replica.pending.map(textOf), ['m2']);
  answer();
  await until('both are there', () => texts(replica).length === 2 && replica.pending.length === 0);
  assert.deepEqual([...counts].toSorted(), [1, 2], 'one, then two');
});

test('[CLIENT-12] an entry of another author, or that is no message, does not end what is being sent', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  server.setPostBehavior(() => 'hang');
  const { clientId } = replica.send('hello');
  await until('it is being sent', () => statuses(replica) === 'sending');
  const { model, epoch } = server.binder(replica.binderId);
  const entry = { seq: 0, at: 1, changes: [], actor: { id: 'U1', name: 'Ada' }, kind: 'message_posted' };
  const body = { client_uuid: clientId };
  const emitEntry = async (more: object) => {
    model.operate({ kind: 'rename', choice: model.seq, other: 0 });
    const entries = [{ ...entry, body, seq: model.seq, ...more }] as never;
    server.send({ type: 'entries', binder_id: replica.binderId, epoch, entries });
    await until('it was heard', () => replica.position?.seq === model.seq);
  };
  await emitEntry({ actor: { id: 'U2', name: 'Ben' } });
  await emitEntry({ kind: 'message_updated' });
  await emitEntry({ body: { client_uuid: 'another' } });
  assert.equal(statuses(replica), 'sending');
  await emitEntry({});
  assert.equal(statuses(replica), '');
});

test('[CLIENT-13] a lost answer is asked for again with the same key, and the order is kept', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  let calls = 0;
  server.setPostBehavior(
    () => (['lose', 'unreachable', { status: 503, code: 'x' }] as const)[calls++] ?? 'answer',
  );
  for (const text of ['one', 'two', 'three']) replica.send(text);
  await until('they are there', () => replica.pending.length === 0);
  assert.deepEqual(
    server.posted.map(({ text }) => text),
    ['one', 'two', 'three'],
  );
  assert.equal(new Set(server.posted.map(({ key }) => key)).size, 3);
  assert.equal(calls, 5);
});

test('[CLIENT-13] while the token does not count nothing is refused, and it goes when it does again', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  const received = new Set<string>();
  replica.onChange(() => void received.add(statuses(replica)));
  let calls = 0;
  server.setPostBehavior(() =>
    calls++ < 5 ? { status: 401, code: 'RESPONSE_ERROR_INVALID_TOKEN' } : 'answer',
  );
  replica.send('hello');
  await until('it is there', () => replica.pending.length === 0);
  assert.equal(server.posted.length, 1);
  assert.deepEqual([...received].toSorted(), ['', 'sending', 'sent', 'waiting']);
});

test('[CLIENT-14] what is refused stays with its reason, delays nothing, and is edited, retried or dropped', async (t) => {
  const { server, replica } = await start(t);
  await live(replica);
  server.setPostBehavior(({ text }) =>
    text.startsWith('bad') ? { status: 400, code: 'RESPONSE_ERROR_INVALID_REQUEST' } : 'answer',
  );
  const [bad, worse, good] = [replica.send('bad'), replica.send('bad too'), replica.send('good')];
  assert.ok(bad && worse && good);
  await until('the good one is there', () => texts(replica).length === 1);
  assert.deepEqual(replica.pending.map(textOf), ['bad', 'bad too']);
  assert.deepEqual(replica.pending[0]?.state, {
    status: 'refused',
    code: 'RESPONSE_ERROR_INVALID_REQUEST',
    message: 'refused',
    fields: [],
    reason: undefined,
    params: undefined,
  });
  assert.equal(replica.retry(good.clientId), false);
  assert.equal(replica.drop(good.clientId), false);
  assert.equal(replica.drop(worse.clientId), true);
  assert.equal(replica.pending.length, 1);
  assert.equal(replica.retry(bad.clientId), true, 'as it is, it is refused again');
  await until('it is refused', () => statuses(replica) === 'refused');
  assert.equal(replica.retry(bad.clientId, 'better'), true);
  assert.equal(replica.pending[0]?.clientId, bad.clientId);
  await until('it is there', () => replica.pending.length === 0);
  assert.deepEqual(
    server.posted.map(({ text }) => text),
    ['good', 'better'],
  );
  assert.notEqual(server.posted[1]?.key, bad.idempotencyKey, 'with the old key it would be a conflict');
});

test('[CLIENT-15] what was written offline is sent by the next visit, in order and once, before what is new', async (t) => {
  const storage = memoryStorage();
  const server = createFakeServer();
  server.setReachable(false);
  let calls = 0;
  server.setPostBehavior(() => (calls++ === 0 ? 'lose' : 'unreachable'));
  const first = await start(t, { storage, userId: 'U1' }, server);
  first.replica.send('one');
  first.replica.send('two');
  await until('they wait', async () => calls > 0 && (await storage.loadOutbox('U1')).length === 2);
  await first.channel.close();
  server.setReachable(true);
  server.setPostBehavior(() => 'answer');
  const second = await start(t, { storage, userId: 'U1' }, server);
  second.replica.send('three');
  await until(
    'all are there',
    () => second.replica.pending.length === 0 && texts(second.replica).length === 3,
  );
  assert.deepEqual(
    server.posted.map(({ text }) => text),
    ['one', 'two', 'three'],
  );
  await until('nothing is kept', async () => (await storage.loadOutbox('U1')).length === 0);
});

test('[CLIENT-15] what is refused is there at the next visit, and in a binder nobody looks at things are sent too', async (t) => {
  const storage = memoryStorage();
  const server = createFakeServer();
  server.setPostBehavior(({ text }) => (text === 'bad' ? { status: 403, code: 'x' } : 'unreachable'));
  const first = await start(t, { storage }, server);
  await live(first.replica);
  const bad = first.replica.send('bad');
  await until('it is refused', () => statuses(first.replica) === 'refused');
  const elsewhere = first.channel.subscribe('B0000000000000000000002');
  elsewhere.send('hello');
  elsewhere.close();
  await until('both are kept', async () => (await storage.loadOutbox('U1')).length === 2);
  await first.channel.close();
  server.setPostBehavior(() => 'answer');
  const second = await start(t, { storage }, server);
  await until('it was sent', () => server.posted.length === 1);
  assert.equal(server.posted[0]?.binderId, 'B0000000000000000000002');
  await until('it is kept no more', async () => (await storage.loadOutbox('U1')).length === 1);
  assert.deepEqual(
    second.replica.pending.map((item) => [item.clientId, item.state.status]),
    [[bad.clientId, 'refused']],
  );
});
