import assert from 'node:assert/strict';
import { test } from 'vitest';
import { FairQueue } from './index.ts';

function drain<T>(line: FairQueue<T>): T[] {
  const dequeued: T[] = [];
  for (let item = line.shift(); item !== undefined; item = line.shift()) dequeued.push(item);
  return dequeued;
}

test('groups take turns, and within one first come is first served', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.push(item.slice(0, 1), item);
  assert.equal(line.length, 6);
  assert.deepEqual(drain(line), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  assert.equal(line.length, 0);
});

test('a group that comes late waits for one of each group before it, not for all of them', () => {
  const line = new FairQueue<string>();
  for (let number = 0; number < 100; number++) line.push('many', `many ${number}`);
  line.push('one', 'one');
  assert.deepEqual([line.shift(), line.shift()], ['many 0', 'one']);
});

test('the newest of a group can be taken first, and groups still take turns', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) line.push(item.slice(0, 1), item);
  assert.deepEqual(
    [line.pop(), line.pop(), line.pop(), line.pop(), line.pop()],
    ['a2', 'b2', 'a1', 'b1', undefined],
  );
});

test('what is taken out of the middle does not come again, and is not counted', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) line.push(item.slice(0, 1), item);
  line.remove('a', 'a2');
  line.remove('a', 'never there');
  line.remove('z', 'a1');
  assert.equal(line.length, 2);
  assert.deepEqual(line.clear(), ['a1', 'b1']);
  assert.deepEqual([line.length, line.shift()], [0, undefined]);
});
