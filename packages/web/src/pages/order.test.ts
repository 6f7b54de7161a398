import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberBetween } from './order.ts';

test('[WORK-5] a page is put between two others by a number with few digits', () => {
  assert.equal(numberBetween('1', '2'), '1.5');
  assert.equal(numberBetween('1', '1.5'), '1.2');
  assert.equal(numberBetween('1', '3'), '2');
  assert.equal(numberBetween(undefined, '1'), '0.5');
  assert.equal(numberBetween('7.25', undefined), '8');
  assert.equal(numberBetween(undefined, undefined), '1');
});

test('[WORK-5] where no number is left between two pages there is none', () => {
  assert.equal(numberBetween('1', '1.000000001'), undefined);
  assert.equal(numberBetween('999999999', undefined), undefined);
  let [low, high] = ['1', '2'];
  for (let round = 0; round < 8; round += 1) {
    const between = numberBetween(low, high);
    assert.ok(between !== undefined && Number(between) > Number(low) && Number(between) < Number(high));
    if (round % 2) low = between;
    else high = between;
  }
});
