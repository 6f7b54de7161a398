import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createFrameBudget } from './frame-budget.ts';

test('[MEETVIEW-9] a machine is too slow once pictures have taken long for a while, not by the first ones nor by a single one', () => {
  const keepsUp = createFrameBudget();
  const all = (count: number, milliseconds: number) =>
    Array.from({ length: count }, () => keepsUp(milliseconds)).every(Boolean);
  assert.equal(all(15, 900), true, 'the first ones');
  assert.equal(all(39, 20) && all(1, 1_000), true, 'a single one');
  assert.equal(all(39, 80), true, 'not for long enough');
  assert.equal(keepsUp(80), false);
});
