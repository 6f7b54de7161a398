import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isNearEdge, REACH, sliceAround, visibleBetween } from './slice.ts';

test('[CHAT-3] what is drawn is bounded, and reaches as far near an end', () => {
  const size = 2 * REACH + 1;
  assert.deepEqual(sliceAround(30, 29), { start: 0, end: 30 });
  assert.deepEqual(sliceAround(5_000, 4_999), { start: 5_000 - size, end: 5_000 });
  assert.deepEqual(sliceAround(5_000, 0), { start: 0, end: size });
  assert.deepEqual(sliceAround(5_000, 2_000), { start: 2_000 - REACH, end: 2_000 + REACH + 1 });
});

test('[CHAT-3] another part is drawn before its edge is seen, and not at the ends of the list', () => {
  const slice = sliceAround(1_000, 500);
  assert.equal(isNearEdge(slice, 1_000, 490, 510), false);
  assert.equal(isNearEdge(slice, 1_000, slice.start + 3, slice.start + 20), true);
  assert.equal(isNearEdge(slice, 1_000, slice.end - 20, slice.end - 3), true);
  assert.equal(isNearEdge(sliceAround(1_000, 0), 1_000, 0, 20), false);
  assert.equal(isNearEdge(sliceAround(1_000, 999), 1_000, 980, 999), false);
});

test('[CHAT-3] what is seen is found by its edges', () => {
  const boxes = { length: 10, at: (index: number) => ({ top: index * 20, bottom: index * 20 + 20 }) };
  assert.deepEqual(visibleBetween(boxes, 30, 90), { first: 1, last: 4 });
  assert.deepEqual(visibleBetween(boxes, 0, 20), { first: 0, last: 0 });
  assert.deepEqual(visibleBetween(boxes, 150, 900), { first: 7, last: 9 });
  assert.equal(visibleBetween(boxes, 200, 300), undefined);
  assert.equal(visibleBetween({ length: 0, at: boxes.at }, 0, 100), undefined);
});
