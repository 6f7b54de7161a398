import assert from 'node:assert/strict';
import { test } from 'vitest';
import { boundsOf, distanceToPath, isHit, moved, resized, transformOf } from './geometry.ts';
import { readForeign } from './read.ts';
import type { Foreign, Matrix, Shape } from './shape.ts';
import { writeShape } from './write.ts';

const foreign = (matrix: Matrix): Foreign => ({
  kind: 'foreign',
  order: 0,
  colour: '',
  markup: '<path d="M0 0"></path>',
  matrix,
  box: { x: 10, y: 20, width: 30, height: 40 },
});
const base = { order: 0, colour: '#e03131' };

test('[DRAW-2] the bounds of what is turned and skewed are those of its corners', () => {
  // A quarter turn to the right: x becomes y, and y becomes -x.
  assert.deepEqual(boundsOf(foreign([0, 1, -1, 0, 0, 0])), { x: -60, y: 10, width: 40, height: 30 });
  assert.deepEqual(boundsOf(foreign([1, 0, 0.5, 1, 0, 0])), { x: 20, y: 20, width: 50, height: 40 });
  assert.deepEqual(boundsOf(foreign([1, 0.5, 0, 1, 100, 200])), { x: 110, y: 225, width: 30, height: 55 });
  assert.deepEqual(boundsOf(foreign([2, 0, 0, 3, 0, 0])), { x: 20, y: 60, width: 60, height: 120 });
});

test('[DRAW-2] what is turned is moved and resized as it is seen, and keeps its turn in the markup', () => {
  const turned = foreign([0, 1, -1, 0, 0, 0]);
  assert.deepEqual(moved(turned, 5, 7).matrix, [0, 1, -1, 0, 5, 7]);
  const wide = resized(turned, boundsOf(turned), { x: 0, y: 0, width: 80, height: 30 });
  assert.deepEqual(boundsOf(wide), { x: 0, y: 0, width: 80, height: 30 });
  const skewed = resized(
    foreign([1, 0.25, 0.5, 1, 3, 4]),
    { x: 0, y: 0, width: 1, height: 1 },
    { x: 0, y: 0, width: 2, height: 3 },
  );
  assert.deepEqual(skewed.matrix, [2, 0.75, 1, 3, 6, 12]);
  const markup = writeShape(skewed);
  assert.match(markup, /transform="matrix\(2 0\.75 1 3 6 12\)"/);
  assert.deepEqual(
    readForeign(markup, () => skewed.box),
    skewed,
  );
});

test('[DRAW-2] numbers that are no matrix are taken as they stand', () => {
  const inner = '<path></path>';
  for (const numbers of ['1 0 0 1 5', '1 0 0 1 5 5 5', '1 0 0 1 5 2000000', '1 0 0 1 5 -', '1 0 0 1 5 1e9']) {
    const markup = `<g transform="matrix(${numbers})"><desc>foreign</desc>${inner}</g>`;
    const read = readForeign(markup, () => ({ x: 0, y: 0, width: 1, height: 1 }));
    assert.deepEqual([read.matrix, read.markup], [[1, 0, 0, 1, 0, 0], markup], numbers);
  }
});

test('[DRAW-2] each side of a shape follows its own direction', () => {
  const to = { x: 100, y: 200, width: 20, height: 60 };
  const from = { x: 0, y: 0, width: 10, height: 20 };
  assert.deepEqual(transformOf(from, to), { scaleX: 2, scaleY: 3, dx: 100, dy: 200 });
  const line: Shape = { ...base, kind: 'line', x1: 1, y1: 2, x2: 5, y2: 7, lineWidth: 2, isDashed: false };
  const { x1, y1, x2, y2 } = resized(line, from, to);
  assert.deepEqual([x1, y1, x2, y2], [102, 206, 110, 221]);
  const pen: Shape = { ...base, kind: 'pen', points: [[1, 2, 0.5]], lineWidth: 2 };
  assert.deepEqual(resized(pen, from, to).points, [[102, 206, 0.5]]);
  const box = { x: 1, y: 2, width: 3, height: 4 };
  const highlight: Shape = { ...base, kind: 'highlight', boxes: [box] };
  assert.deepEqual(resized(highlight, from, to).boxes, [{ x: 102, y: 206, width: 6, height: 12 }]);
  const text: Shape = { ...base, ...box, kind: 'text', text: 'a', lines: ['a'], fontSize: 10 };
  const { width, height, fontSize } = resized(text, from, to);
  assert.deepEqual([width, height, fontSize], [9, 12, 30]);
  assert.deepEqual(transformOf({ x: 1, y: 1, width: 0, height: 0 }, to), {
    scaleX: 1,
    scaleY: 1,
    dx: 99,
    dy: 199,
  });
});

test('[DRAW-2] a line is as far away as its nearest point, and its ends are round', () => {
  const line = [
    [0, 0, 0],
    [10, 0, 0],
  ] as const;
  const distance = (x: number, y: number) => distanceToPath(line as never, { x, y });
  assert.deepEqual([distance(5, 3), distance(13, 4), distance(-3, -4), distance(10, 0)], [3, 5, 5, 0]);
  assert.equal(distanceToPath([[2, 2, 0]], { x: 5, y: 6 }), 5);
});

test('[DRAW-2] what is seen through is hit at its lines, as wide as they are', () => {
  const box = { x: 0, y: 0, width: 100, height: 40 };
  const style = { ...base, ...box, lineWidth: 4, isDashed: false };
  const hollow: Shape = { ...style, kind: 'ellipse', fill: null };
  assert.equal(isHit(hollow, { x: 50, y: 20 }, 1), false);
  for (const [x, y] of [
    [0, 20],
    [100, 20],
    [50, 0],
    [50, 40],
    [50, -2.9],
    [102.9, 20],
  ] as const)
    assert.equal(isHit(hollow, { x, y }, 1), true, `${x} ${y}`);
  for (const [x, y] of [
    [50, -3.1],
    [50, 4],
    [5, 5],
  ] as const)
    assert.equal(isHit(hollow, { x, y }, 1), false, `${x} ${y}`);
  const frame: Shape = { ...style, kind: 'rectangle', fill: null };
  assert.equal(isHit(frame, { x: 97.1, y: 20 }, 1), true);
  assert.equal(isHit(frame, { x: 96.9, y: 20 }, 1), false);
  assert.equal(isHit({ ...frame, fill: '#ffffff' }, { x: 50, y: 20 }, 1), true);
  const highlight: Shape = { ...base, kind: 'highlight', boxes: [box, { ...box, y: 100 }] };
  assert.deepEqual(
    [39, 41.5, 98.5, 70].map((y) => isHit(highlight, { x: 50, y }, 2)),
    [true, true, true, false],
  );
});
