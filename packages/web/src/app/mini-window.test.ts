import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cornerByKey, nextCorner } from './mini-window.ts';

test('[MEETVIEW-13] arrow keys move the small window to the corner in their direction, mirrored in right-to-left', () => {
  assert.equal(cornerByKey('end-end', 'ArrowUp', false), 'start-end');
  assert.equal(cornerByKey('start-end', 'ArrowLeft', false), 'start-start');
  assert.equal(cornerByKey('start-start', 'ArrowDown', false), 'end-start');
  assert.equal(cornerByKey('end-start', 'ArrowRight', false), 'end-end');
  assert.equal(cornerByKey('end-start', 'ArrowLeft', true), 'end-end');
  assert.equal(cornerByKey('end-end', 'Enter', false), undefined);
});

test('[MEETVIEW-13] [WCAG-21] its button moves it round through all four corners', () => {
  const corners = [nextCorner('end-end')];
  while (corners.length < 4) corners.push(nextCorner(corners.at(-1) ?? 'end-end'));
  assert.deepEqual(corners, ['end-start', 'start-start', 'start-end', 'end-end']);
});
