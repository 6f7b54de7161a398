import assert from 'node:assert/strict';
import { test } from 'vitest';
import { compareNumbers, numberBetween } from './order.ts';

test('[WORK-5] a page is put between two others by a number with few digits', () => {
  assert.equal(numberBetween('1', '2'), '1.5');
  assert.equal(numberBetween('1', '1.5'), '1.2');
  assert.equal(numberBetween('1', '3'), '2');
  assert.equal(numberBetween(undefined, '1'), '0.5');
  assert.equal(numberBetween('7.25', undefined), '8');
  assert.equal(numberBetween(undefined, undefined), '1');
});

test('[WORK-5] between two pages there is always a number that the server takes', () => {
  assert.equal(numberBetween('1', '1.000000001'), '1.0000000005');
  assert.equal(numberBetween('1', '1'), undefined);
  assert.equal(numberBetween('999999999', undefined), undefined);
  for (const side of [0, 1, 2]) {
    let [low, high] = ['1', '2'];
    for (let round = 0; round < 160; round += 1) {
      const between = numberBetween(low, high);
      assert.ok(
        between !== undefined && compareNumbers(low, between) < 0 && compareNumbers(between, high) < 0,
      );
      assert.match(between, /^\d{1,9}(\.\d{1,100})?$/);
      if (side === 0 || (side === 2 && round % 2 === 1)) low = between;
      else high = between;
    }
  }
});
