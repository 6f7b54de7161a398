import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSelection } from './selection.ts';

test('[WORK-17] a selection is toggled, extended from what was touched last, and goes on when that is gone', () => {
  let order = [1, 2, 3, 4, 5];
  const selection = createSelection(() => order);
  const chosen = () => [...selection.ids.value].sort();
  selection.extend(2);
  assert.deepEqual(chosen(), [2]);
  selection.extend(4);
  assert.deepEqual(chosen(), [2, 3, 4]);
  selection.toggle(3);
  assert.deepEqual(chosen(), [2, 4]);
  selection.extend(1);
  assert.deepEqual(chosen(), [1, 2, 3, 4]);
  selection.clear();
  selection.toggle(5);
  order = [1, 2, 3];
  selection.extend(2);
  assert.deepEqual(chosen(), [2, 5]);
  selection.choose([1]);
  assert.deepEqual(chosen(), [1]);
});

test('[WORK-17] a selection that was cleared begins anew with what is extended to', () => {
  const selection = createSelection(() => [1, 2, 3, 4]);
  selection.toggle(1);
  selection.clear();
  selection.extend(3);
  assert.deepEqual([...selection.ids.value], [3]);
});
