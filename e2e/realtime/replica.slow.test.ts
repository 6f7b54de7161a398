import assert from 'node:assert/strict';
import type { BinderState } from '@ringbinder/client';
import {
  createClient,
  fromSnapshot,
  type OpenSocket,
  type Realtime,
  type Replica,
  type RingbinderClient,
  realtime,
  type SocketLike,
  unwrap,
} from '@ringbinder/client';
import type { Message, Snapshot } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { readLists } from '../../packages/client/src/realtime/remaining-pages.ts';
import { createRandom } from '../random.ts';
import { recordEntries } from '../run/following.ts';
import { createOperations } from './random-operations.ts';

/** `REPLICA_OPERATIONS=10000 npm test -- e2e/realtime` runs longer. */
const OPERATIONS = Number(process.env.REPLICA_OPERATIONS ?? 1500);
const SEED = Number(process.env.REPLICA_SEED ?? Date.now() % 1e6);
const WORKERS = 6;

let service: TestService;
let cast: Cast;
let otherBinderId: string;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  otherBinderId = await service.make.binder(cast.owner);
});
afterAll(() => service.close());

const clientOf = ({ token }: CreatedUser) => createClient({ baseUrl: service.base, token });

/** Closes sockets as if the network was lost: the server notices only later. */
function createCuttableSockets() {
  const open = new Set<SocketLike>();
  const openSocket: OpenSocket = (address) => {
    const socket = new WebSocket(address) as unknown as SocketLike;
    open.add(socket);
    return socket;
  };
  const cut = () => {
    for (const socket of open) {
      open.delete(socket);
      const { onclose } = socket;
      socket.onmessage = socket.onopen = socket.onclose = null;
      socket.onerror = () => undefined;
      socket.close();
      onclose?.({ code: 1006, reason: '' } as never);
    }
  };
  return { openSocket, cut };
}

async function readState(client: RingbinderClient, binderId: string): Promise<BinderState> {
  const params = { path: { binder_id: binderId } };
  const whole = await unwrap(client.api.GET('/{binder_id}', { params }));
  const { users: _u, pages: _p, unread_feeds: _n, revision: _r, last_feed: _l, ...rest } = whole;
  const { feeds_timestamp: _t, binder_email: _e, ...binder } = rest;
  const lists = await readLists(client, binderId, new AbortController().signal);
  const messages: Message[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; before = messages.at(-1)?.id ?? 0) {
    const page = await unwrap(
      client.api.GET('/{binder_id}/messages', { params: { ...params, query: { before, limit: 500 } } }),
    );
    messages.push(...page.messages);
    if (page.messages.length === 0) break;
  }
  const pinned = await unwrap(client.api.GET('/{binder_id}/pinnedmessages', { params }));
  const { pageComments: page_comments, ...others } = lists;
  const answers = {
    binder,
    ...others,
    messages,
    page_comments,
    has_older_messages: false,
    pinned_messages: pinned.messages,
    is_complete: true,
  };
  return withoutSignatures(fromSnapshot(answers as unknown as Snapshot));
}

function withoutSignatures(state: BinderState): BinderState {
  const text = JSON.stringify({ ...state, binderSeq: 0 });
  return JSON.parse(text, (key, value) =>
    key.endsWith('_uri') && typeof value === 'string' ? value.replace(/\?.*/, '') : value,
  );
}

async function loadAllMessages(replica: Replica): Promise<void> {
  while (replica.state && replica.state.messagesFrom > 0) await replica.loadOlder(200);
}

function follow(channel: Realtime) {
  const replica = channel.subscribe(cast.binderId);
  const { problems } = recordEntries(replica);
  return { channel, replica, problems };
}

async function caughtUp(replica: Replica): Promise<void> {
  const { body } = await service.call('GET', `/${cast.binderId}`, { token: cast.owner.token });
  await until('the replica is where the log is', () => replica.position?.seq === body.data.revision, 30_000);
}

test(`[CLIENT-1] [CLIENT-3] after random operations of several people the replica is what REST answers (seed ${SEED})`, async (t) => {
  const random = createRandom(SEED);
  const steady = follow(realtime(clientOf(cast.viewer)));
  const sockets = createCuttableSockets();
  const cutOff = follow(
    realtime(clientOf(cast.editor), { openSocket: sockets.openSocket, random: () => 0.01 }),
  );
  t.onTestFinished(async () => {
    await steady.channel.close();
    await cutOff.channel.close();
  });
  await until('both are live', () =>
    [steady, cutOff].every(({ replica }) => replica.status.status === 'live'),
  );

  const operate = createOperations(service, cast, otherBinderId, random);
  const statuses = new Map<number, number>();
  let begun = 0;
  let cuts = 0;
  const work = async () => {
    while (begun++ < OPERATIONS) {
      const answer = await operate();
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (random(50) === 0) {
        sockets.cut();
        cuts++;
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  t.annotate(
    `${cuts} cuts; answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  );
  assert.ok((statuses.get(200) ?? 0) > OPERATIONS / 2, 'most operations do something');
  assert.ok([...statuses.keys()].every((status) => status < 500));

  const expected = await readState(clientOf(cast.viewer), cast.binderId);
  for (const { replica, problems } of [steady, cutOff]) {
    await caughtUp(replica);
    await loadAllMessages(replica);
    assert.deepEqual(problems, []);
    assert.ok(replica.state);
    assert.deepEqual(withoutSignatures(replica.state), expected);
  }
  assert.deepEqual(withoutSignatures(steady.replica.state as BinderState), expected);
});

test('[CLIENT-1] [RT-5] lists that are longer than a snapshot has are read by REST while entries come', async (t) => {
  const { binderId, owner, viewer } = await service.make.cast();
  await service.env.db.query(
    `WITH taken AS (UPDATE binders SET next_id = next_id + 1100 WHERE id = $1 RETURNING next_id - 1100 AS first)
     INSERT INTO todos (binder_id, id, name, position, creator_id, created_at, updated_at)
     SELECT $1, first + n, 'to-do ' || n, n + 1, $2, 0, 0 FROM taken, generate_series(0, 1099) n`,
    [binderId, owner.id],
  );
  const channel = realtime(clientOf(viewer));
  t.onTestFinished(() => channel.close());
  const replica = channel.subscribe(binderId);
  const lengths: number[] = [];
  let changed: Promise<unknown> = Promise.resolve();
  replica.onChange(({ type }) => {
    lengths.push(replica.state?.todos.length ?? 0);
    if (type !== 'snapshot') return;
    assert.equal(replica.isComplete, false);
    const { id } = replica.state?.todos.at(3) ?? assert.fail();
    const call = (method: 'POST' | 'DELETE', path: string, json?: object) =>
      service.call(method, `/${binderId}/todos${path}`, { token: owner.token, ...(json && { json }) });
    changed = Promise.all([
      call('DELETE', `/${id}`),
      call('POST', `/${id + 1}`, { name: 'another name' }),
      call('POST', '', { name: 'a new one' }),
    ]);
  });
  await until('the rest is there', () => replica.isComplete);
  await changed;
  const { body } = await service.call('GET', `/${binderId}`, { token: viewer.token });
  await until('all is heard', () => replica.position?.seq === body.data.revision);
  assert.equal(lengths[0], 1000, 'the snapshot had the beginning');
  assert.equal(replica.state?.todos.length, 1100);
  assert.deepEqual(
    withoutSignatures(replica.state ?? assert.fail()),
    await readState(clientOf(viewer), binderId),
  );
});

test('[CLIENT-12] a message that is sent by the replica is shown once from the first moment on', async (t) => {
  const channel = realtime(clientOf(cast.editor));
  t.onTestFinished(() => channel.close());
  const { replica } = follow(channel);
  await until('it is live', () => replica.status.status === 'live');
  const visible: number[] = [];
  const count = () => {
    const messages = replica.state?.messages.filter(({ text }) => text === 'sent by the replica') ?? [];
    return messages.length + replica.pending.length;
  };
  replica.onChange(() => void visible.push(count()));
  replica.send('sent by the replica');
  await until('it is there', () => replica.pending.length === 0);
  assert.equal(count(), 1);
  assert.ok(!visible.includes(0), visible.join(' '));
});

test('[CLIENT-8] who is removed holds nothing of the binder any more', async (t) => {
  const { binderId, owner, viewer } = await service.make.cast();
  const channel = realtime(clientOf(viewer));
  t.onTestFinished(() => channel.close());
  const replica = channel.subscribe(binderId);
  await until('it is live', () => replica.status.status === 'live');
  const { status } = await service.call('POST', `/${binderId}/removeuser`, {
    token: owner.token,
    json: { id: viewer.id },
  });
  assert.equal(status, 200);
  await until('it has ended', () => replica.status.status === 'ended');
  assert.equal(replica.state, undefined);
});
