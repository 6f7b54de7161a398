import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createBatcher, createJointBatcher, STALLED } from './batcher.ts';
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts';

interface Batch {
  key: string;
  items: number[];
  finish(): void;
  fail(error: Error): void;
}

function controlled(limits = { maxWaiting: 100 }) {
  const begun: Batch[] = [];
  const handIn = createBatcher<number, number>(
    (key, items) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve(items.map((item) => -item));
        begun.push({ key, items, finish, fail: reject });
      }),
    limits,
  );
  const nth = async (index: number): Promise<Batch> => {
    for (;;) {
      const batch = begun[index];
      if (batch) return batch;
      await new Promise(setImmediate);
    }
  };
  return { handIn, begun, nth };
}

test('an item alone is done at once; those that come meanwhile are done together, in order', async () => {
  const { handIn, begun, nth } = controlled();
  const first = handIn('a', 1);
  assert.deepEqual(begun[0]?.items, [1]);
  const others = [2, 3, 4].map((item) => handIn('a', item));
  assert.equal(begun.length, 1);
  begun[0]?.finish();
  assert.equal(await first, -1);
  const second = await nth(1);
  assert.deepEqual(second.items, [2, 3, 4]);
  second.finish();
  assert.deepEqual(await Promise.all(others), [-2, -3, -4]);
  const later = handIn('a', 5);
  assert.deepEqual((await nth(2)).items, [5]);
  begun[2]?.finish();
  assert.equal(await later, -5);
});

test('keys do not wait for each other', async () => {
  const { handIn, begun } = controlled();
  const a = handIn('a', 1);
  const b = handIn('b', 2);
  assert.deepEqual(
    begun.map(({ key }) => key),
    ['a', 'b'],
  );
  begun[1]?.finish();
  assert.equal(await b, -2);
  begun[0]?.finish();
  assert.equal(await a, -1);
});

test('a batch has all that waits, so that a busy key needs no more turns than a quiet one', async () => {
  const { handIn, begun, nth } = controlled({ maxWaiting: 1_000 });
  const first = handIn('a', 0);
  const others = Array.from({ length: 1_000 }, (_, index) => handIn('a', index + 1));
  begun[0]?.finish();
  const second = await nth(1);
  assert.equal(second.items.length, 1_000);
  second.finish();
  await Promise.all([first, ...others]);
  assert.equal(begun.length, 2);
});

test('what waits beyond the limit is refused, and the rest is done', async () => {
  const { handIn, begun, nth } = controlled({ maxWaiting: 2 });
  const first = handIn('a', 1);
  const waiting = [2, 3].map((item) => handIn('a', item));
  await assert.rejects(handIn('a', 4), DatabaseBusy);
  begun[0]?.finish();
  await first;
  (await nth(1)).finish();
  assert.deepEqual(await Promise.all(waiting), [-2, -3]);
});

test('an item that makes its batch fail does not take the others with it', async () => {
  const { handIn, begun, nth } = controlled();
  const first = handIn('a', 1);
  const [two, three, four] = [2, 3, 4].map((item) => handIn('a', item));
  const refused = assert.rejects(three ?? first, /only three/);
  begun[0]?.finish();
  (await nth(1)).fail(new Error('the batch'));
  (await nth(2)).finish();
  (await nth(3)).fail(new Error('the half'));
  (await nth(4)).fail(new Error('only three'));
  (await nth(5)).finish();
  await refused;
  assert.deepEqual(
    begun.slice(2).map(({ items }) => items),
    [[2], [3, 4], [3], [4]],
  );
  assert.deepEqual(await Promise.all([first, two, four]), [-1, -2, -4]);
});

test('when the database is unavailable a batch may have been stored, so it is not tried again', async () => {
  const { handIn, begun, nth } = controlled();
  const first = handIn('a', 1);
  const others = [2, 3].map((item) => assert.rejects(handIn('a', item), DatabaseUnavailable));
  begun[0]?.finish();
  await first;
  (await nth(1)).fail(new DatabaseUnavailable(new Error('gone')));
  await Promise.all(others);
  assert.equal(begun.length, 2);
  const next = handIn('a', 4);
  (await nth(2)).finish();
  assert.equal(await next, -4);
});

function jointly(limits = { maxWaiting: 100 }) {
  const begun: {
    key?: string;
    items: number[];
    finish: PromiseWithResolvers<(number | typeof STALLED)[]>;
  }[] = [];
  const begin = (items: number[], key?: string) => {
    const finish = Promise.withResolvers<(number | typeof STALLED)[]>();
    begun.push({ ...(key === undefined ? {} : { key }), items, finish });
    return finish.promise;
  };
  const handIn = createJointBatcher<number, number>(
    { runJointly: (items) => begin(items), runKey: (key, items) => begin(items, key) as Promise<number[]> },
    limits,
  );
  const nth = async (index: number) => {
    for (;;) {
      const batch = begun[index];
      if (batch) return batch;
      await new Promise(setImmediate);
    }
  };
  const seen = () => begun.map(({ key, items }) => [key ?? 'all', ...items]);
  return { handIn, nth, seen };
}

test('items of all keys that come while two batches are under way are the next one', async () => {
  const { handIn, nth, seen } = jointly();
  const [first, second] = [handIn('a', 1), handIn('b', 2)];
  const others = Promise.all([handIn('c', 3), handIn('b', 4)]);
  assert.deepEqual(seen(), [
    ['all', 1],
    ['all', 2],
  ]);
  (await nth(1)).finish.resolve([-2]);
  (await nth(2)).finish.resolve([-3, -4]);
  (await nth(0)).finish.resolve([-1]);
  assert.deepEqual([await first, await second, ...(await others)], [-1, -2, -3, -4]);
  assert.equal(seen().length, 3);
});

test('items of a key are done in the order in which they came', async () => {
  const { handIn, nth, seen } = jointly();
  const begun = [1, 2, 3].map((item) => handIn('a', item));
  const other = handIn('b', 4);
  (await nth(1)).finish.resolve([-4]);
  await other;
  (await nth(0)).finish.resolve([STALLED]);
  const alone = await nth(2);
  begun.push(handIn('a', 5));
  alone.finish.resolve([-1]);
  (await nth(3)).finish.resolve([-2, -3, -5]);
  assert.deepEqual(await Promise.all(begun), [-1, -2, -3, -5]);
  assert.deepEqual(seen(), [
    ['all', 1],
    ['all', 4],
    ['a', 1],
    ['a', 2, 3, 5],
  ]);
});

test('items of a key that is held up wait by themselves, until none is left', async () => {
  const { handIn, nth, seen } = jointly();
  const first = handIn('a', 1);
  (await nth(0)).finish.resolve([STALLED]);
  const alone = await nth(1);
  const [second, other] = [handIn('a', 2), handIn('b', 3)];
  (await nth(2)).finish.resolve([-3]);
  assert.equal(await other, -3);
  alone.finish.resolve([-1]);
  (await nth(3)).finish.resolve([-2]);
  assert.deepEqual(await Promise.all([first, second]), [-1, -2]);
  const later = handIn('a', 4);
  (await nth(4)).finish.resolve([-4]);
  assert.equal(await later, -4);
  assert.deepEqual(seen(), [
    ['all', 1],
    ['a', 1],
    ['all', 3],
    ['a', 2],
    ['all', 4],
  ]);
});

test('when a batch of all keys fails, each key is done by itself; not so when the database is unavailable', async () => {
  const { handIn, nth, seen } = jointly();
  const begun = [handIn('x', 1), handIn('y', 2)];
  const second = handIn('a', 3);
  const refused = assert.rejects(handIn('b', 4), /only four/);
  (await nth(0)).finish.resolve([-1]);
  (await nth(2)).finish.reject(new Error('the batch'));
  (await nth(3)).finish.resolve([-3]);
  (await nth(4)).finish.reject(new Error('only four'));
  await refused;
  (await nth(1)).finish.resolve([-2]);
  assert.deepEqual(await Promise.all([...begun, second]), [-1, -2, -3]);
  const rejection = assert.rejects(handIn('a', 5), DatabaseUnavailable);
  (await nth(5)).finish.reject(new DatabaseUnavailable(new Error('gone')));
  await rejection;
  assert.deepEqual(seen().slice(2), [
    ['all', 3, 4],
    ['a', 3],
    ['b', 4],
    ['all', 5],
  ]);
});

test('of several keys, too, more than may wait are refused', async () => {
  const { handIn, nth } = jointly({ maxWaiting: 1 });
  const begun = ['a', 'b', 'c'].map((key, index) => handIn(key, index + 1));
  await assert.rejects(handIn('d', 4), DatabaseBusy);
  for (const index of [0, 1, 2]) (await nth(index)).finish.resolve([-index - 1]);
  assert.deepEqual(await Promise.all(begun), [-1, -2, -3]);
});
