import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWaitingLimit } from './waiting-limit.ts';

test('as many may wait as are begun in the time, by what they took lately', () => {
  const limit = createWaitingLimit(2, 10, 300);
  assert.equal(limit.current, 10);
  limit.measured(100);
  assert.equal(limit.current, 6);
  limit.measured(20_000);
  assert.equal(limit.current, 1);
  for (let done = 0; done < 30; done++) limit.measured(10);
  assert.equal(limit.current, 10);
});

test('without a time as many wait as there is room for', () => {
  const limit = createWaitingLimit(1, 4);
  limit.measured(20_000);
  assert.equal(limit.current, 4);
});
