import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { test } from 'vitest';
import { createOptimistic, createQueue } from './optimistic.ts';

function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test('[WORK-3] a change is shown at once, and until the log tells of it', async () => {
  const base = signal(['a']);
  const { view, perform } = createOptimistic(base);
  const answer = later<string>();
  const performed = perform({
    apply: (list) => [...list, 'b …'],
    call: () => answer.promise,
    isConfirmed: (list, name) => list.includes(name),
  });
  assert.deepEqual(view.value, ['a', 'b …'], 'before it is answered');
  answer.resolve('b');
  await performed;
  assert.deepEqual(view.value, ['a', 'b …'], 'answered, and the log does not tell yet');
  base.value = ['a', 'b'];
  assert.deepEqual(view.value, ['a', 'b'], 'never twice');
});

test('[WORK-3] the log may tell before the answer comes', async () => {
  const base = signal(1);
  const { view, perform } = createOptimistic(base);
  const answer = later<number>();
  const performed = perform({
    apply: () => 2,
    call: () => answer.promise,
    isConfirmed: (value, confirmed) => value >= confirmed,
  });
  base.value = 3;
  answer.resolve(2);
  await performed;
  assert.equal(view.value, 3);
});

test('[WORK-3] what is refused is shown no more, and what others did meanwhile stays', async () => {
  const base = signal(['a']);
  const { view, perform } = createOptimistic(base);
  const first = later<undefined>();
  const second = later<undefined>();
  const add = (name: string, { promise }: typeof first) =>
    perform({
      apply: (list) => [...list, name],
      call: () => promise,
      isConfirmed: (list) => list.includes(name),
    });
  const refused = add('x', first);
  const performed = add('y', second);
  base.value = ['a', 'b'];
  assert.deepEqual(view.value, ['a', 'b', 'x', 'y']);
  first.reject(new Error('no'));
  await assert.rejects(refused, /no/);
  assert.deepEqual(view.value, ['a', 'b', 'y']);
  second.resolve(undefined);
  await performed;
  base.value = ['a', 'b', 'y'];
  assert.deepEqual(view.value, ['a', 'b', 'y']);
});

test('[WORK-3] calls of a queue are made in turn, and one that fails holds up no other', async () => {
  const queue = createQueue();
  const first = later<string>();
  const order: string[] = [];
  const one = queue(() => {
    order.push('one');
    return first.promise;
  });
  const two = queue(async () => {
    order.push('two');
    return 2;
  });
  await Promise.resolve();
  assert.deepEqual(order, ['one']);
  first.reject(new Error('no'));
  await assert.rejects(one, /no/);
  assert.equal(await two, 2);
  assert.deepEqual(order, ['one', 'two']);
});
