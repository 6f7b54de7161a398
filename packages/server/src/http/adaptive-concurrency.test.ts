import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';

/**
 * A server that does so many calls a second, one after the other, of which as many are offered as may be under way.
 * @returns the limit after so many milliseconds
 */
function limitAfter(
  milliseconds: number,
  callsPerSecond: number,
  isWanted = true,
  minLimit?: number,
): number {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(minLimit, () => now);
  const offer = () => (isWanted ? concurrency.hasFree() : concurrency.underWay < 50);
  while (now < milliseconds) {
    while (offer()) concurrency.begin();
    now += 1_000 / callsPerSecond;
    concurrency.end();
  }
  return concurrency.limit;
}

test('[LOAD-7] as many calls may be under way as are done in a fifth of a second, however fast that is, and 64 at the least', () => {
  for (const callsPerSecond of [500, 2_000, 10_000]) {
    const limit = limitAfter(5_000, callsPerSecond);
    const expected = callsPerSecond / 5;
    assert.ok(limit > expected / 1.5 && limit < expected * 1.5, `${callsPerSecond} a second: ${limit}`);
  }
  assert.equal(limitAfter(60_000, 5), 64);
  assert.equal(limitAfter(60_000, 5, true, 8), 8);
  assert.equal(limitAfter(2_000, 100_000), 4_000);
});

test('[LOAD-7] the limit falls while nothing is done, and grows only where more calls want to begin', () => {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(undefined, () => now);
  while (concurrency.hasFree()) concurrency.begin();
  assert.equal(concurrency.underWay, 100);
  now += 400;
  assert.equal(concurrency.hasFree(), false);
  assert.equal(concurrency.limit, 64);
  for (let ended = 0; ended < 60; ended++) concurrency.end();
  assert.equal(concurrency.hasFree(), true);
  assert.equal(limitAfter(5_000, 10_000, false), 100);
});

/**
 * A server in which calls take so long, half as much more or less, however many there are, as with a database that is far away.
 * @returns the limit after twenty seconds in which always so many want to be under way
 */
function limitOfSlow(callMs: number, offered: number): number {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(undefined, () => now);
  let ends: number[] = [];
  let begun = 0;
  for (; now < 20_000; now += 5) {
    const left = ends.filter((end) => end > now);
    for (let ended = left.length; ended < ends.length; ended++) concurrency.end();
    ends = left;
    // Few at first, as after a start.
    const most = now < 10 * callMs ? 5 : offered;
    while (concurrency.underWay < most && concurrency.hasFree()) {
      concurrency.begin();
      ends.push(now + callMs * (0.5 + ((begun++ * 7) % 11) / 10));
    }
  }
  return concurrency.limit;
}

test('[LOAD-7] where each call takes long by itself, many under way are no overload', () => {
  for (const [callMs, offered] of [
    [300, 1_000],
    [1_000, 300],
  ] as const) {
    const limit = limitOfSlow(callMs, offered);
    assert.ok(limit >= offered, `${callMs} ms each: ${limit} of ${offered}`);
  }
});

test('[LOAD-7] what calls took by themselves once is doubted when they all take longer', () => {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(undefined, () => now);
  const serve = (milliseconds: number, callsPerSecond: number, offered: number) => {
    for (const until = now + milliseconds; now < until; ) {
      while (concurrency.underWay < offered && concurrency.hasFree()) concurrency.begin();
      now += 1_000 / callsPerSecond;
      concurrency.end();
    }
  };
  // Few at a time take 2 s each, for as long as the database does something else; then 500 a second are done again.
  serve(10_000, 5, 10);
  serve(60_000, 500, 10_000);
  assert.ok(concurrency.limit <= 200, `${concurrency.limit}`);
});
