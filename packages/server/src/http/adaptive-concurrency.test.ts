import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';

/**
 * A server that does so many calls a second, one after the other, of which as many are offered as may be under way.
 * @returns the limit after so many milliseconds
 */
function limitAfter(milliseconds: number, callsPerSecond: number, isWanted = true): number {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(() => now);
  const offer = () => (isWanted ? concurrency.hasFree() : concurrency.underWay < 50);
  while (now < milliseconds) {
    while (offer()) concurrency.begin();
    now += 1_000 / callsPerSecond;
    concurrency.end();
  }
  return concurrency.limit;
}

test('[LOAD-7] as many calls may be under way as are done in a fifth of a second, however fast that is, and twenty at the least', () => {
  for (const callsPerSecond of [200, 500, 2_000, 10_000]) {
    const limit = limitAfter(5_000, callsPerSecond);
    const expected = callsPerSecond / 5;
    assert.ok(limit > expected / 1.5 && limit < expected * 1.5, `${callsPerSecond} a second: ${limit}`);
  }
  assert.equal(limitAfter(20_000, 5), 20);
  assert.equal(limitAfter(2_000, 100_000), 4_000);
});

test('[LOAD-7] the limit falls while nothing is done, and grows only where more calls want to begin', () => {
  let now = 0;
  const concurrency = createAdaptiveConcurrency(() => now);
  while (concurrency.hasFree()) concurrency.begin();
  assert.equal(concurrency.underWay, 100);
  now += 400;
  assert.equal(concurrency.hasFree(), false);
  assert.equal(concurrency.limit, 50);
  for (let ended = 0; ended < 60; ended++) concurrency.end();
  assert.equal(concurrency.hasFree(), true);
  assert.equal(limitAfter(5_000, 10_000, false), 100);
});
