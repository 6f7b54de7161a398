import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import type { ConnectionState, ReplicaChange } from '@ringbinder/client';
import type { RealtimeEntry } from '@ringbinder/protocol';
import { type TestContext, test, vi } from 'vitest';
import { type ChangeQueue, createChangeQueue, type QueueSession } from './change-queue.ts';

const PAGE = { userId: 'me', binderId: 'B', pageId: 7 };

interface Call {
  uuid: string;
  markup: string | null;
  answer(status: number): Promise<void>;
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function startQueue(t: TestContext) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls: Call[] = [];
  const refusals: string[] = [];
  const connection = signal<ConnectionState>({ status: 'online' } as ConnectionState);
  const stored = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  t.onTestFinished(() => Object.assign(globalThis, { localStorage: undefined }));
  const answered = (uuid: string, markup: string | null) =>
    new Promise((resolve) => {
      calls.push({
        uuid,
        markup,
        async answer(status) {
          const error = status < 300 ? undefined : { code: 'NO', message: `refused ${status}` };
          resolve({ error, response: { ok: status < 300, status } });
          await settle();
        },
      });
    });
  const api = {
    POST: (_: string, { body }: { body: { client_uuid: string; svg_tag: string } }) =>
      answered(body.client_uuid, body.svg_tag),
    DELETE: (_: string, { params }: { params: { path: { client_uuid: string } } }) =>
      answered(params.path.client_uuid, null),
  };
  let isIdle = false;
  const session = {
    client: { api },
    connection,
    onRefused: (sentence: string) => refusals.push(sentence),
  } as unknown as QueueSession;
  const queue = createChangeQueue(session, PAGE, () => {
    isIdle = true;
  });
  let emitChange: (change: ReplicaChange) => void = () => undefined;
  const follow = (markups: Record<string, string> = {}) =>
    queue.follow({
      me: { id: 'me' },
      state: signal({
        annotations: {
          7: Object.entries(markups).map(([client_uuid, svg_tag]) => ({ client_uuid, svg_tag })),
        },
      }),
      replica: {
        onChange(listener: typeof emitChange) {
          emitChange = listener;
          return () => undefined;
        },
      },
    } as unknown as Parameters<ChangeQueue['follow']>[0]);
  const emitEntry = (entry: { actor?: string; page?: number; uuid?: string; kind?: string } = {}) =>
    emitChange({
      type: 'entries',
      entries: [
        {
          kind: entry.kind ?? 'page_annotated',
          actor: { id: entry.actor ?? 'me' },
          body: { page_id: entry.page ?? 7, client_uuid: entry.uuid ?? 'a' },
        } as unknown as RealtimeEntry,
      ],
    } as unknown as ReplicaChange);
  const states = () => [...queue.changes.value].map(([uuid, { state }]) => `${uuid} ${state}`);
  const storedChanges = () =>
    Object.assign({}, ...[...stored.values()].map((text) => JSON.parse(text) as object));
  return {
    t,
    queue,
    calls,
    refusals,
    connection,
    follow,
    emitEntry,
    states,
    storedChanges,
    isIdle: () => isIdle,
  };
}

test('[DRAW-10] a drawing that cannot be sent now stays, is kept, and is sent again', async (t) => {
  for (const status of [429, 401, 500, 503]) {
    const { queue, calls, refusals, states, storedChanges } = startQueue(t);
    queue.put('a', '<g/>');
    await calls[0]?.answer(status);
    assert.deepEqual([states(), refusals, storedChanges()], [['a waiting'], [], { a: '<g/>' }], `${status}`);
    vi.advanceTimersByTime(499);
    assert.equal(calls.length, 1);
    vi.advanceTimersByTime(1);
    assert.deepEqual([calls.length, calls[1]?.markup], [2, '<g/>']);
    await calls[1]?.answer(200);
    assert.deepEqual([states(), storedChanges()], [[], {}]);
    vi.useRealTimers();
  }
});

test('[DRAW-10] a drawing that is refused goes, with a reason', async (t) => {
  for (const status of [400, 403, 413]) {
    const { queue, calls, refusals, states, storedChanges } = startQueue(t);
    queue.put('a', '<g/>');
    await calls[0]?.answer(status);
    assert.deepEqual([states(), refusals.length, storedChanges()], [[], 1, {}], `${status}`);
    vi.advanceTimersByTime(60_000);
    assert.equal(calls.length, 1);
    vi.useRealTimers();
  }
});

test('[DRAW-10] what somebody else has removed already is removed without a word, and what is gone cannot be changed', async (t) => {
  const { queue, calls, refusals } = startQueue(t);
  queue.put('a', null);
  await calls[0]?.answer(404);
  assert.deepEqual(refusals, []);
  queue.put('a', '<g/>');
  await calls[1]?.answer(404);
  queue.put('b', null);
  await calls[2]?.answer(403);
  assert.equal(refusals.length, 2);
});

test('[DRAW-10] each attempt waits twice as long, 20 s at most, and the first again after a success', async (t) => {
  const { queue, calls } = startQueue(t);
  queue.put('a', '<g/>');
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    await calls.at(-1)?.answer(503);
    const before = calls.length;
    let waited = 0;
    for (; calls.length === before; waited += 500) vi.advanceTimersByTime(500);
    waits.push(waited);
  }
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
  await calls.at(-1)?.answer(200);
  queue.put('b', '<g/>');
  await calls.at(-1)?.answer(503);
  const before = calls.length;
  vi.advanceTimersByTime(500);
  assert.equal(calls.length, before + 1);
});

test('[DRAW-10] a connection that is back ends the wait', async (t) => {
  const { queue, calls, connection } = startQueue(t);
  queue.put('a', '<g/>');
  for (let attempt = 0; attempt < 6; attempt++) {
    await calls.at(-1)?.answer(503);
    vi.advanceTimersByTime(20_000);
  }
  await calls.at(-1)?.answer(503);
  const before = calls.length;
  connection.value = { status: 'offline' } as ConnectionState;
  assert.equal(calls.length, before);
  connection.value = { status: 'online' } as ConnectionState;
  assert.equal(calls.length, before + 1);
});

test('[DRAW-9] what was answered is shown until its own entry comes: not one of another author, page or annotation', async (t) => {
  const { queue, calls, follow, emitEntry, states } = startQueue(t);
  follow();
  queue.put('a', '<g/>');
  await calls[0]?.answer(200);
  assert.deepEqual(states(), ['a answered']);
  emitEntry({ actor: 'other' });
  emitEntry({ page: 8 });
  emitEntry({ uuid: 'b' });
  emitEntry({ kind: 'page_comment_added' });
  assert.deepEqual(states(), ['a answered']);
  emitEntry();
  assert.deepEqual(states(), []);
});

test('[DRAW-9] two changes of an annotation go one after the other, and both entries are waited for', async (t) => {
  const { queue, calls, follow, emitEntry, states } = startQueue(t);
  follow({ a: '<g/>' });
  queue.put('a', '<g>1</g>');
  queue.put('a', '<g>2</g>');
  assert.equal(calls.length, 1);
  await calls[0]?.answer(200);
  assert.equal(calls[1]?.markup, '<g>2</g>');
  emitEntry();
  assert.deepEqual(states(), ['a sending']);
  await calls[1]?.answer(200);
  assert.deepEqual(states(), ['a answered']);
  emitEntry();
  assert.deepEqual(states(), []);
});

test('[DRAW-10] what is undone and redone during its call is sent once', async (t) => {
  const { queue, calls, refusals, follow, emitEntry, states } = startQueue(t);
  follow({ a: '<g/>' });
  for (const markup of [null, '<g/>', null]) queue.put('a', markup);
  await calls[0]?.answer(200);
  assert.deepEqual([calls.length, states()], [1, ['a answered']]);
  emitEntry();
  assert.deepEqual([calls.length, states(), refusals], [1, [], []]);
});

test('[DRAW-10] new drawings go one after the other, and changes of others four at a time', async (t) => {
  const { queue, calls, follow } = startQueue(t);
  const uuids = ['a', 'b', 'c', 'd', 'e'];
  follow(Object.fromEntries(uuids.map((uuid) => [uuid, '<g/>'])));
  queue.put('new 1', '<g/>');
  queue.put('new 2', '<g/>');
  for (const uuid of uuids) queue.put(uuid, '<g>moved</g>');
  assert.deepEqual(
    calls.map(({ uuid }) => uuid),
    ['new 1', 'a', 'b', 'c'],
  );
  await calls[0]?.answer(200);
  assert.equal(calls.length, 5);
  assert.equal(calls[4]?.uuid, 'new 2');
});

test('[DRAW-10] a queue ends when nothing is on its way and nobody follows', async (t) => {
  const { queue, calls, follow, isIdle } = startQueue(t);
  const leave = follow();
  queue.put('a', '<g/>');
  leave();
  assert.equal(isIdle(), false);
  await calls[0]?.answer(200);
  assert.equal(isIdle(), true);
});

test('[DRAW-10] what an earlier visit has left gives way to what was done since', async (t) => {
  const { queue, calls } = startQueue(t);
  queue.put('a', '<g>now</g>');
  queue.resumeChanges({ a: '<g>before</g>', b: null });
  await calls[0]?.answer(200);
  await calls[1]?.answer(200);
  assert.deepEqual(
    calls.map(({ uuid, markup }) => [uuid, markup]),
    [
      ['a', '<g>now</g>'],
      ['b', null],
    ],
  );
});
