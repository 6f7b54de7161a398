import assert from 'node:assert/strict';
import { type Actors, createActors, until, within } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import type { Database } from '../storage/database.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';
import { append, createProcessBus, type LogBus } from './index.ts';
import { follow } from './testing/follow.ts';

let actors: Actors;
let binderId: string;
beforeAll(async () => {
  actors = await createActors(service);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});

const deafBus: LogBus = { wake() {}, subscribe: () => () => {}, subscribeAll: () => () => {} };

const write = (bus: LogBus, entries = 1) =>
  service.env.db.transaction((tx) =>
    append(
      tx,
      { binderId, actorId: actors.users.owner.id, at: service.clock.now(), bus },
      Array.from({ length: entries }, () => ({ kind: 'binder_updated', body: { name: 'New' } }) as const),
    ),
  );

function collect(bus: LogBus, from: number, db: Database = service.env.db) {
  const seqs: number[] = [];
  const end = new AbortController();
  const ended = (async () => {
    for await (const entries of follow({ db, bus }, binderId, from, end.signal)) {
      seqs.push(...entries.map(({ seq }) => seq));
    }
  })();
  const stop = () => {
    end.abort();
    return ended;
  };
  return { seqs, ended, stop };
}

const upTo = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('[LOG-6] a follower gets what is there, then what comes, each entry once and in order', async () => {
  const bus = createProcessBus();
  for (let count = 0; count < 5; count++) await write(bus);
  const reader = collect(bus, 0);
  await until('it has caught up', () => reader.seqs.length === 6);
  await Promise.all(Array.from({ length: 40 }, () => write(bus, 3)));
  await until('it has what came', () => reader.seqs.length >= 126);
  await reader.stop();
  assert.deepEqual(reader.seqs, upTo(1, 126));
});

test('[LOG-6] a follower that begins again with the last seq it dealt with misses and repeats nothing', async () => {
  const bus = createProcessBus();
  const writing = (async () => {
    for (let count = 0; count < 60; count++) await write(bus);
  })();
  const seen: number[] = [];
  while (seen.length < 61) {
    const from = seen.at(-1) ?? 0;
    for await (const entries of follow(
      { db: service.env.db, bus },
      binderId,
      from,
      AbortSignal.timeout(10_000),
    )) {
      seen.push(...entries.map(({ seq }) => seq));
      break;
    }
  }
  await writing;
  assert.deepEqual(seen, upTo(1, 61));
});

test('[LOG-6] wake-ups may be lost: a follower looks by itself, every second', async () => {
  const reader = collect(deafBus, 1);
  const start = performance.now();
  await write(deafBus);
  await until('it has looked', () => reader.seqs.length === 1);
  assert.ok(performance.now() - start < 3_000);
  await write(deafBus, 2);
  await write(deafBus);
  await until('it has looked again', () => reader.seqs.length === 4);
  await reader.stop();
  assert.deepEqual(reader.seqs, upTo(2, 5));
});

test('[LOG-6] an entry that is written while a follower reads is not slept over', async () => {
  const bus = createProcessBus();
  let late = false;
  const db: Pick<Database, 'query'> = {
    async query(text, values) {
      const rows = await service.env.db.query(text, values);
      if (late) {
        late = false;
        await write(bus);
      }
      return rows as never;
    },
  };
  await within(900, async (turn) => {
    late = true;
    const reader = collect(bus, turn + 1, db as Database);
    await until('it has the entry, without waiting for its next look', () => reader.seqs.length === 1);
    await reader.stop();
  });
});

test('a follower that is told to end does so while it waits, and lets the bus go', async () => {
  const bus = createProcessBus();
  let listening = 0;
  const counted: LogBus = {
    ...bus,
    subscribe(id, listener) {
      listening++;
      const unsubscribe = bus.subscribe(id, listener);
      return () => {
        listening--;
        unsubscribe();
      };
    },
  };
  const reader = collect(counted, 1);
  await until('it listens', () => listening === 1);
  await write(bus);
  await until('it has read', () => reader.seqs.length === 1);
  await reader.stop();
  assert.equal(listening, 0);
  const over = collect(counted, 0);
  await over.stop();
  assert.equal(listening, 0);
  const before = AbortSignal.abort();
  for await (const _ of follow({ db: service.env.db, bus: counted }, binderId, 0, before))
    assert.fail('it was over before it began');
});

test('[LOG-6] a follower whose database goes away says so, and resumes', async () => {
  const bus = createProcessBus();
  let away = false;
  const db: Pick<Database, 'query'> = {
    query(text, values) {
      if (away) return Promise.reject(new DatabaseUnavailable(new Error('gone')));
      return service.env.db.query(text, values);
    },
  };
  await write(bus);
  const reader = collect(bus, 0, db as Database);
  await until('it has caught up', () => reader.seqs.length === 2);
  away = true;
  await write(bus);
  await assert.rejects(reader.ended, DatabaseUnavailable);
  away = false;
  const again = collect(bus, reader.seqs.at(-1) ?? 0, db as Database);
  await until('it has the rest', () => again.seqs.length === 1);
  await again.stop();
  assert.deepEqual([...reader.seqs, ...again.seqs], upTo(1, 3));
});

test('a bus wakes the listeners of a binder, and those of no other, until they leave', () => {
  const bus = createProcessBus();
  const received: string[] = [];
  const leave = bus.subscribe('B1', () => received.push('first'));
  const leaveToo = bus.subscribe('B1', () => received.push('second'));
  bus.subscribe('B2', () => received.push('other'));
  bus.wake('B1');
  leave();
  leave();
  bus.wake('B1');
  leaveToo();
  bus.wake('B1');
  assert.deepEqual(received, ['first', 'second', 'second']);
  const leaving = bus.subscribe('B3', () => leaving());
  bus.subscribe('B3', () => received.push('third'));
  bus.wake('B3');
  assert.equal(received.at(-1), 'third');
});
