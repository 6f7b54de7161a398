import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createBoundedLimit } from './bounded-limit.ts';

test('so many run at a time, so many wait in the order of their coming, the next is refused, failures free their slot', async () => {
  const limit = createBoundedLimit(2, 3, () => new Error('too many'));
  const started: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let mostRunning = 0;
  const results = [0, 1, 2, 3, 4, 5].map((number) =>
    limit(async () => {
      started.push(number);
      mostRunning = Math.max(mostRunning, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
      if (number === 2) throw new Error('two');
      return number;
    }).catch((error: Error) => error.message),
  );
  assert.equal(await results[5], 'too many');
  for (let ended = 0; ended < 5; ended++) {
    ends[ended]?.();
    await results[ended];
  }
  assert.deepEqual(await Promise.all(results), [0, 1, 'two', 3, 4, 'too many']);
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  assert.equal(mostRunning, 2);
  assert.equal(await limit(async () => 'free again'), 'free again');
});

test('fewer wait where they would wait for longer than they may, and one in any case', async () => {
  const limit = createBoundedLimit(1, 3, () => new Error('too many'), { maxWaitMs: 1 });
  const pass = (signal: Promise<void>) =>
    limit(() => signal).then(
      () => 'done',
      (error: Error) => error.message,
    );
  const first = Promise.withResolvers<void>();
  const unmeasured = [
    pass(first.promise),
    pass(Promise.resolve()),
    pass(Promise.resolve()),
    pass(Promise.resolve()),
  ];
  assert.equal(await pass(Promise.resolve()), 'too many');
  setTimeout(first.resolve, 50);
  assert.deepEqual(await Promise.all(unmeasured), ['done', 'done', 'done', 'done']);
  const second = Promise.withResolvers<void>();
  const measured = [pass(second.promise), pass(Promise.resolve())];
  assert.equal(await pass(Promise.resolve()), 'too many');
  second.resolve();
  assert.deepEqual(await Promise.all(measured), ['done', 'done']);
});
