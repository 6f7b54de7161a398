import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CallClass } from '../limits/call-class.ts';
import { createConnectionPermits } from './connection-permits.ts';
import { DatabaseBusy } from './unavailable.ts';

const never = () => () => undefined;

/** Permits, and who was given one, in order. */
function makePermits(max: number, maxWaiting = 1_000, waitMs = 60_000) {
  const permits = createConnectionPermits({ max, maxWaiting, waitMs });
  const granted: CallClass[] = [];
  const want = (callClass: CallClass, count = 1) => {
    for (let call = 0; call < count; call++) {
      if (permits.tryTake(callClass)) granted.push(callClass);
      else
        permits.wait(callClass, never).then(
          () => granted.push(callClass),
          () => undefined,
        );
    }
  };
  const giveBack = async (callClass: CallClass, heldMs: number) => {
    permits.giveBack(callClass, heldMs);
    await Promise.resolve();
  };
  return { permits, granted, want, giveBack };
}

test('[LOAD-1] a caller of another class has the next connection, however many of one class wait', async () => {
  const { granted, want, giveBack } = makePermits(2);
  want('posting', 100);
  await giveBack('posting', 10);
  want('reading');
  await giveBack('posting', 10);
  assert.deepEqual(granted, ['posting', 'posting', 'posting', 'reading']);
});

test('[LOAD-1] classes that all wait have the same time of the connections, and not as many turns', async () => {
  const { granted, want, giveBack } = makePermits(1);
  want('background');
  want('search', 100);
  want('reading', 100);
  await giveBack('background', 1);
  for (let turn = 1; turn <= 44; turn++) {
    const holder = granted[turn] as CallClass;
    await giveBack(holder, holder === 'search' ? 100 : 10);
  }
  const searches = granted.filter((callClass) => callClass === 'search').length;
  assert.ok(searches >= 3 && searches <= 6, `${searches} of 45`);
});

test('[LOAD-1] a class that has wanted nothing for long has saved up nothing', async () => {
  const { granted, want, giveBack } = makePermits(1);
  want('posting');
  for (let turn = 0; turn < 50; turn++) {
    await giveBack('posting', 100);
    want('posting');
  }
  want('reading', 50);
  want('posting', 50);
  granted.length = 0;
  await giveBack('posting', 100);
  for (let turn = 0; turn < 10; turn++) await giveBack(granted.at(-1) as CallClass, 100);
  const reads = granted.filter((callClass) => callClass === 'reading').length;
  assert.ok(reads >= 5 && reads <= 7, granted.join(' '));
});

test('[LOAD-1] one class never holds the last fifth of the connections', () => {
  const { granted, want } = makePermits(20);
  want('search', 50);
  assert.equal(granted.length, 16);
  want('posting', 4);
  assert.equal(granted.length, 20);
});

test('[LOAD-1] when too many wait, one of another class may still, and one more of the same is told so at once', async () => {
  const { permits, want } = makePermits(1, 90);
  want('posting', 91);
  await assert.rejects(permits.wait('posting', never), DatabaseBusy);
  want('reading', 10);
  await assert.rejects(permits.wait('reading', never), DatabaseBusy);
  assert.equal(permits.waiting, 100);
});

test('who waits in vain, or for too long, waits no more, and those behind go on', async () => {
  const { permits, granted, want, giveBack } = makePermits(1, 10, 20);
  want('posting');
  let tell: (error: Error) => void = () => undefined;
  const inVain = permits.wait('posting', (onVain) => {
    tell = onVain;
    return () => undefined;
  });
  tell(new Error('silent'));
  await assert.rejects(inVain, /silent/);
  await assert.rejects(permits.wait('posting', never), DatabaseBusy);
  assert.equal(permits.waiting, 0);
  want('reading');
  await giveBack('posting', 1);
  assert.deepEqual(granted, ['posting', 'reading']);
});
