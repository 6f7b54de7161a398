import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSnapping } from './snapping.ts';

const page = { x: 0, y: 0, width: 1_000, height: 1_400 };
const other = { x: 100, y: 200, width: 300, height: 100 };

test('[DRAW-5] a moved box is aligned with the nearest edge or centre within reach, and a guide shows it', () => {
  const snap = createSnapping([page, other], 5);
  assert.deepEqual(snap({ x: 103, y: 600, width: 50, height: 50 }), {
    dx: -3,
    dy: 0,
    guides: [{ x1: 100, x2: 100, y1: 200, y2: 650 }],
  });
  assert.deepEqual(snap({ x: 473, y: 671, width: 50, height: 50 }), {
    dx: 2,
    dy: 4,
    guides: [
      { x1: 500, x2: 500, y1: 0, y2: 1_400 },
      { x1: 0, x2: 1_000, y1: 700, y2: 700 },
    ],
  });
});

test('[DRAW-5] beyond the reach, and without others, a box stays where it was moved', () => {
  const box = { x: 106, y: 600, width: 37, height: 50 };
  const free = { dx: 0, dy: 0, guides: [] };
  assert.deepEqual(createSnapping([other], 5)(box), free);
  assert.deepEqual(createSnapping([], 5)({ ...box, x: 100 }), free);
});
