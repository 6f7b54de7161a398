import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CallClass } from '../limits/call-class.ts';
import { createConnectionPermits } from './connection-permits.ts';
import { DatabaseBusy } from './unavailable.ts';

const never = () => () => undefined;

function makePermits(max: number, maxWaiting = 1_000, waitMs = 60_000) {
  const permits = createConnectionPermits({ max, maxWaiting, waitMs });
  const granted: CallClass[] = [];
  const take = async (callClass: CallClass, count = 1) => {
    for (let call = 0; call < count; call++)
      permits.take(callClass, never).then(
        () => granted.push(callClass),
        () => undefined,
      );
    await settled();
  };
  const giveBack = async () => {
    permits.giveBack();
    await settled();
  };
  return { permits, granted, take, giveBack };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('[LOAD-1] a call of another class gets the next connection, however many of one class wait', async () => {
  const { granted, take, giveBack } = makePermits(2);
  await take('posting', 100);
  await giveBack();
  await take('reading');
  await giveBack();
  await giveBack();
  assert.deepEqual(granted, ['posting', 'posting', 'posting', 'posting', 'reading']);
});

test('[STORE-19] when too many wait, the next call is refused at once', async () => {
  const { permits, take, giveBack } = makePermits(1, 90);
  await take('posting', 91);
  await assert.rejects(permits.take('posting', never), DatabaseBusy);
  assert.equal(permits.waiting, 90);
  await giveBack();
  await take('posting');
  assert.equal(permits.waiting, 90);
});

test('a call that waits in vain or for too long stops waiting, and the calls behind it go on', async () => {
  const { permits, granted, take, giveBack } = makePermits(1, 10, 20);
  await take('posting');
  let fail: (error: Error) => void = () => undefined;
  const inVain = permits.take('posting', (onVain) => {
    fail = onVain;
    return () => undefined;
  });
  fail(new Error('silent'));
  await assert.rejects(inVain, /silent/);
  await assert.rejects(permits.take('posting', never), DatabaseBusy);
  assert.equal(permits.waiting, 0);
  await take('reading');
  await giveBack();
  assert.deepEqual(granted, ['posting', 'reading']);
});
