import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import type { CallClass, CallSlot } from '../limits/call-class.ts';
import { createAdmissionQueue, MAX_BURST_MS } from './admission-queue.ts';

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

/** As many as begin at once. */
const FIRST = 100;

function makeQueue() {
  const queue = createAdmissionQueue();
  const begun: string[] = [];
  const refused: string[] = [];
  const gone = new Set<string>();
  const slots: CallSlot[] = [];
  const arrive = (name: string, address = '192.0.2.1', callClass: CallClass = 'posting') =>
    queue.arrive(callClass, address, {
      begin(slot) {
        begun.push(name);
        slots.push(slot);
      },
      refuse: () => void refused.push(name),
      isGone: () => gone.has(name),
    });
  const endOne = () => slots.shift()?.end();
  const fill = () => {
    for (let count = 0; count < FIRST; count++) arrive('first');
    begun.length = 0;
  };
  /** Has somebody wait for so long that it is no burst any more, the last one since 200 ms. */
  const stand = () => {
    fill();
    arrive('early');
    pass(MAX_BURST_MS - 200);
    arrive('late');
    pass(200);
    assert.deepEqual(refused, ['early']);
    refused.length = 0;
  };
  /** Ends calls until one begins: so much time has passed that fewer may be under way. */
  const endSome = () => {
    const before = begun.length;
    while (begun.length === before && slots.length > 0) endOne();
  };
  return { queue, begun, refused, gone, slots, arrive, endOne, endSome, fill, stand };
}

test('[LOAD-7] while it is too much a call waits for its turn, and is refused once it has waited for 300 ms; one whose caller has gone is not begun', () => {
  const { begun, refused, gone, arrive, endSome, stand } = makeQueue();
  stand();
  for (const name of ['a', 'b', 'c']) arrive(name);
  gone.add('c');
  endSome();
  assert.deepEqual(begun, ['b'], 'the newest of those who are there');
  pass(100);
  assert.deepEqual(refused, ['late']);
  pass(199);
  assert.deepEqual(refused, ['late']);
  pass(1);
  assert.deepEqual(refused, ['late', 'a']);
});

test('[LOAD-7] of a burst nobody is refused, until it has lasted for 700 ms', () => {
  const { begun, refused, arrive, endSome, fill } = makeQueue();
  fill();
  for (let count = 0; count < 200; count++) arrive('a');
  pass(MAX_BURST_MS - 100);
  endSome();
  assert.deepEqual([begun.length, refused.length], [1, 0]);
  pass(99);
  assert.equal(refused.length, 0);
  pass(100);
  assert.equal(refused.length, 199);
});

test('[LOAD-1] [LOAD-2] the others of a class that is full wait for none of it, and other addresses of the same class take turns with it', () => {
  const { begun, arrive, endOne, fill } = makeQueue();
  fill();
  for (let count = 0; count < 1_000; count++) arrive('flood');
  arrive('read', '192.0.2.1', 'reading');
  assert.deepEqual(begun, ['read']);
  arrive('of another', '192.0.2.2');
  arrive('of a third', '192.0.2.3');
  for (let count = 0; count < 4; count++) endOne();
  assert.deepEqual(begun, ['read', 'flood', 'of another', 'of a third', 'flood']);
});

test('[LOAD-7] the newest is taken first once the oldest has waited for 100 ms', () => {
  const { begun, arrive, endOne, fill } = makeQueue();
  fill();
  for (const name of ['a', 'b', 'c']) arrive(name);
  endOne();
  pass(101);
  arrive('d');
  endOne();
  assert.deepEqual(begun, ['a', 'd']);
});

test('[LOAD-7] at most 5,000 of a class wait, but for those of an address of which none does', () => {
  const { queue, refused, arrive, fill } = makeQueue();
  fill();
  for (let count = 0; count < 5_001; count++) arrive('flood');
  assert.equal(refused.length, 1);
  arrive('of another', '192.0.2.2');
  assert.equal(refused.length, 1);
  const posting = queue.usage().find(({ callClass }) => callClass === 'posting');
  assert.deepEqual(posting, { callClass: 'posting', limit: FIRST, underWay: FIRST, waiting: 5_001 });
});

test('[LOAD-7] a call that waits for others does not count meanwhile, and a slot ends once', () => {
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
  assert.deepEqual(begun, ['a'], 'a hundred are under way');
});

test('[LOAD-7] calls that end as soon as they begin do not go deeper with each', () => {
  // Mocked ones are looked for one by one: seconds for thousands.
  vi.useRealTimers();
  const { queue, fill, endOne } = makeQueue();
  fill();
  let ended = 0;
  for (let count = 0; count < 5_000; count++)
    queue.arrive('posting', '192.0.2.1', {
      begin(slot) {
        ended++;
        slot.end();
      },
      refuse: () => assert.fail('refused'),
      isGone: () => false,
    });
  endOne();
  assert.equal(ended, 5_000);
});
