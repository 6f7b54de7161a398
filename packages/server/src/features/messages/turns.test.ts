import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSemaphore } from './semaphore.ts';

test('so many are at work at a time, the others in the order of their coming, failures too', async () => {
  const withPermit = createSemaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let atOnce = 0;
  let most = 0;
  const results = [0, 1, 2, 3, 4].map((number) =>
    withPermit(async () => {
      begun.push(number);
      most = Math.max(most, ++atOnce);
      await new Promise<void>((resolve) => ends.push(resolve));
      atOnce--;
      if (number === 2) throw new Error('two');
      return number;
    }).catch((error: Error) => error.message),
  );
  for (let ended = 0; ended < 5; ended++) {
    ends[ended]?.();
    await results[ended];
  }
  assert.deepEqual(await Promise.all(results), [0, 1, 'two', 3, 4]);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
  assert.equal(most, 2);
  assert.equal(await withPermit(async () => 'free again'), 'free again');
});
