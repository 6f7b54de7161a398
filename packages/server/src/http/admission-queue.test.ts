import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import type { CallClass, CallSlot } from '../limits/call-class.ts';
import { createAdmissionQueue, MAX_BURST_MS } from './admission-queue.ts';

const LIMIT = 64;

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

function makeQueue() {
  const queue = createAdmissionQueue();
  const begun: string[] = [];
  const refused: string[] = [];
  const disconnected = new Set<string>();
  const slots: CallSlot[] = [];
  const arrive = (name: string, address = '192.0.2.1', callClass: CallClass = 'reading') =>
    queue.arrive(callClass, address, {
      begin(slot) {
        begun.push(name);
        slots.push(slot);
      },
      refuse: () => void refused.push(name),
      isDisconnected: () => disconnected.has(name),
    });
  const endOne = () => slots.shift()?.end();
  const fill = () => {
    for (let count = 0; count < LIMIT; count++) arrive('first');
    begun.length = 0;
  };
  const usage = () => queue.usage().find(({ callClass }) => callClass === 'reading');
  return { queue, begun, refused, disconnected, slots, arrive, endOne, fill, usage };
}

test('[LOAD-7] under overload the newest call begins first, and the others are refused after 300 ms', () => {
  const { begun, refused, disconnected, arrive, endOne, fill } = makeQueue();
  fill();
  arrive('early');
  pass(MAX_BURST_MS - 200);
  for (const name of ['a', 'b', 'hung up']) arrive(name);
  disconnected.add('hung up');
  endOne();
  pass(200);
  assert.deepEqual([begun, refused], [['b'], ['early']]);
  pass(99);
  assert.deepEqual(refused, ['early']);
  pass(1);
  assert.deepEqual(refused, ['early', 'a']);
});

test('[LOAD-7] no call of a burst is refused within 700 ms', () => {
  const { refused, arrive, fill } = makeQueue();
  fill();
  for (let count = 0; count < 200; count++) arrive('a');
  pass(MAX_BURST_MS - 1);
  assert.equal(refused.length, 0);
  pass(1);
  assert.equal(refused.length, 200);
});

test('[LOAD-1] [LOAD-2] a full class does not delay other classes, and addresses of one class take turns', () => {
  const { begun, arrive, endOne, fill } = makeQueue();
  fill();
  for (let count = 0; count < 1_000; count++) arrive('flood');
  arrive('post', '192.0.2.1', 'posting');
  assert.deepEqual(begun, ['post']);
  arrive('second address', '192.0.2.2');
  arrive('third address', '192.0.2.3');
  for (let count = 0; count < 4; count++) endOne();
  assert.deepEqual(begun, ['post', 'flood', 'second address', 'third address', 'flood']);
});

test('[LOAD-7] as many calls may be under way as ended within 200 ms; the limit falls by at most a fifth, and to 64', () => {
  const { slots, arrive, endOne, usage } = makeQueue();
  for (let count = 0; count < 500; count++) arrive('call');
  assert.equal(slots.length, LIMIT);
  for (let ended = 0; ended < 100; ended++) endOne();
  now = 200;
  endOne();
  assert.deepEqual(usage(), { callClass: 'reading', limit: 101, running: 101, waiting: 298 });
  now = 400;
  endOne();
  assert.equal(usage()?.limit, 80);
  now = 1_000;
  endOne();
  assert.equal(usage()?.limit, LIMIT);
});

test('[LOAD-7] at most 5,000 calls of a class wait, and the first of another address', () => {
  const { refused, arrive, fill, usage } = makeQueue();
  fill();
  for (let count = 0; count < 5_001; count++) arrive('flood');
  assert.equal(refused.length, 1);
  arrive('of another', '192.0.2.2');
  assert.equal(refused.length, 1);
  assert.equal(usage()?.waiting, 5_001);
});

test('[LOAD-7] a call that waits for something else frees its place, and a slot ends once', () => {
  const { begun, slots, arrive, fill } = makeQueue();
  fill();
  arrive('a');
  const [slot] = slots;
  slot?.pause();
  assert.deepEqual(begun, ['a']);
  slot?.resume();
  slot?.end();
  slot?.end();
  slot?.resume();
  arrive('b');
  assert.deepEqual(begun, ['a']);
});

test('[LOAD-7] calls that end as soon as they begin do not grow the stack', () => {
  vi.useRealTimers();
  const { queue, fill, endOne } = makeQueue();
  fill();
  let ended = 0;
  for (let count = 0; count < 5_000; count++)
    queue.arrive('reading', '192.0.2.1', {
      begin(slot) {
        ended++;
        slot.end();
      },
      refuse: () => assert.fail('refused'),
      isDisconnected: () => false,
    });
  endOne();
  assert.equal(ended, 5_000);
});

test('[LOAD-7] 32 uploads begin at once while none waits, and 16 are under way in a flood', () => {
  const { begun, slots, arrive, queue } = makeQueue();
  const limit = () => queue.usage().find(({ callClass }) => callClass === 'uploads')?.limit;
  for (let count = 0; count < 40; count++) arrive('file', '192.0.2.1', 'uploads');
  assert.equal(begun.length, 32);
  for (let window = 0; window < 6; window++) {
    pass(200);
    arrive('file', '192.0.2.1', 'uploads');
  }
  assert.equal(limit(), 16);
  while (slots.length > 0) slots.shift()?.end();
  pass(200);
  arrive('file', '192.0.2.1', 'uploads');
  assert.equal(limit(), 32);
});
