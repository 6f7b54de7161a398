import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createQueueLimit } from './queue-limit.ts';

test('as many may wait as are begun in the time, by what they took lately', () => {
  const limit = createQueueLimit(2, 10, 300);
  assert.equal(limit.current, 10);
  limit.record(100);
  assert.equal(limit.current, 6);
  limit.record(20_000);
  assert.equal(limit.current, 1);
  for (let done = 0; done < 30; done++) limit.record(10);
  assert.equal(limit.current, 10);
});

test('without a time as many wait as there is room for', () => {
  const limit = createQueueLimit(1, 4);
  limit.record(20_000);
  assert.equal(limit.current, 4);
});
