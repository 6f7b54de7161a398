import assert from 'node:assert/strict';
import { drawOrder } from '@ringbinder/client';
import { test } from 'vitest';
import { boundsOf, isHit, moved, resized } from './geometry.ts';
import { createHistory, inverse } from './history.ts';
import { readForeign, readShape, withoutPrefixes } from './read.ts';
import { settled } from './settle.ts';
import type { Shape, StrokePoint } from './shape.ts';
import { breakLines } from './text-lines.ts';
import { writeShape } from './write.ts';

const base = { order: 0, colour: '#e03131' };
const box = { x: 10.123, y: 20, width: 100, height: 50.5 };
const points: StrokePoint[] = [
  [0, 0, 0.5],
  [10.333, 4, 0.7],
  [20, 9.999, 0.25],
];
const DOT = 'data:image/png;base64,iVBORw0KGgo=';

const shapes: Record<string, Shape> = {
  pen: { ...base, kind: 'pen', points, lineWidth: 3 },
  marker: { ...base, kind: 'marker', points, lineWidth: 12, order: -2 },
  dot: { ...base, kind: 'marker', points: [[5, 5, 0.5]], lineWidth: 12 },
  line: { ...base, kind: 'line', x1: 1, y1: 2, x2: 30, y2: 40, lineWidth: 2, isDashed: true },
  arrow: { ...base, kind: 'arrow', x1: 1, y1: 2, x2: 30, y2: 40, lineWidth: 2, isDashed: false, order: 3.5 },
  rectangle: { ...base, ...box, kind: 'rectangle', fill: null, lineWidth: 2, isDashed: false },
  ellipse: { ...base, ...box, kind: 'ellipse', fill: '#ffd43b', lineWidth: 2, isDashed: true },
  text: { ...base, ...box, kind: 'text', text: 'A <b>\n& "c"', lines: ['A <b>', '& "c"'], fontSize: 16 },
  note: { ...base, ...box, kind: 'note', text: 'Ask', lines: ['Ask'], fontSize: 16 },
  picture: { ...base, ...box, kind: 'picture', data: DOT },
  highlight: { ...base, kind: 'highlight', boxes: [box] },
  stamp: { ...base, ...box, kind: 'stamp', word: 'Approved' },
  'stamp with a caption': {
    ...base,
    ...box,
    kind: 'stamp',
    word: 'Paid',
    caption: 'Ada <Byron>, 4 May 2031',
  },
  'typed signature': { ...base, ...box, kind: 'signature', strokes: [], text: 'Ada <Byron> & co' },
  signature: {
    ...base,
    ...box,
    kind: 'signature',
    strokes: [
      [
        [0, 0.12345, 0.5],
        [1, 1, 0.5],
      ],
    ],
  },
};

const stored = (markup: string) => markup.replace(/ id="/g, ' id="a0123456789ab-');

test('[DRAW-1] every shape is read back from the markup that is stored of it', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    const markup = writeShape(shape);
    assert.deepEqual(readShape(stored(markup)), settled(shape), name);
    assert.equal(writeShape(readShape(stored(markup)) as Shape), markup, name);
    assert.equal(drawOrder(stored(markup)), shape.order, name);
  }
});

test('[DRAW-2] markup whose description does not fit what it draws is foreign, and moves as a whole', () => {
  const markup = writeShape(shapes.rectangle as Shape);
  for (const lie of [
    markup.replace('stroke-width="2"', 'stroke-width="9"'),
    markup.replace('<rect', '<rect></rect><rect'),
    markup.replace('{', '['),
    markup.replace('#34;fill&#34;:null', '#34;fill&#34;:7'),
    '<g><desc>{}</desc></g>',
    '<g><desc>null</desc></g>',
    '<rect width="9" height="9"></rect>',
  ])
    assert.equal(readShape(lie), undefined, lie);
  const measure = () => ({ x: 10, y: 20, width: 30, height: 40 });
  const one = readForeign('<rect width="9" height="9"></rect>', measure);
  const there = resized(moved(one, 5, 6), boundsOf(moved(one, 5, 6)), { x: 0, y: 0, width: 60, height: 80 });
  const again = readForeign(stored(writeShape({ ...there, order: 4 })), measure);
  assert.deepEqual(again, { ...there, order: 4 });
  assert.deepEqual(boundsOf(again), { x: 0, y: 0, width: 60, height: 80 });
  const twice = '<g transform="matrix(1 0 0 1 5 5)"><desc>foreign</desc><g></g></g><g></g>';
  assert.equal(readForeign(twice, measure).markup, twice, 'what is no single group is taken as it is');
  assert.equal(
    withoutPrefixes('<g id="a0123456789ab-x" fill="url(#a0123456789ab-x)"></g>'),
    '<g id="x" fill="url(#x)"></g>',
  );
});

test('shapes are moved, resized and hit', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    const from = boundsOf(shape);
    const there = boundsOf(moved(shape, 5, -7));
    assert.ok(Math.abs(there.x - from.x - 5) < 1e-9 && Math.abs(there.y - from.y + 7) < 1e-9, name);
    const to = { x: 0, y: 0, width: from.width * 2, height: from.height * 2 };
    const large = boundsOf(resized(shape, from, to));
    assert.ok(Math.abs(large.width - to.width) < 1e-6 && Math.abs(large.height - to.height) < 1e-6, name);
  }
  const { rectangle, ellipse, arrow, pen } = shapes as Record<string, Shape>;
  assert.ok(rectangle && ellipse && arrow && pen);
  assert.equal(isHit(rectangle, { x: 60, y: 45 }, 3), false, 'one sees through it');
  assert.equal(isHit(rectangle, { x: 11, y: 45 }, 3), true);
  assert.equal(isHit(ellipse, { x: 60, y: 45 }, 3), true, 'it is filled');
  assert.equal(isHit(ellipse, { x: 12, y: 22 }, 1), false, 'the corner is outside');
  assert.equal(isHit(arrow, { x: 15, y: 21 }, 2), true);
  assert.equal(isHit(arrow, { x: 30, y: 2 }, 2), false);
  assert.equal(isHit(pen, { x: 10, y: 5 }, 1), true);
});

test('text is broken at spaces, and within a word that is too long', () => {
  const measure = (text: string) => [...text].length;
  assert.deepEqual(breakLines('one two  three', 1, 7, measure), ['one two', 'three']);
  assert.deepEqual(breakLines('abcdefgh\n\nx', 1, 3, measure), ['abc', 'def', 'gh', '', 'x']);
  assert.deepEqual(breakLines('👍👍👍', 1, 2, measure), ['👍👍', '👍']);
});

test('[DRAW-3] what was done is undone and done again; what is done after an undo ends the way forth', () => {
  const history = createHistory();
  const edit = [{ uuid: 'a', before: undefined, after: '<g/>' }];
  assert.equal(history.takeUndo(), undefined);
  history.add(edit);
  assert.equal(history.takeUndo(), edit);
  assert.deepEqual(inverse(edit), [{ uuid: 'a', before: '<g/>', after: undefined }]);
  assert.equal(history.takeRedo(), edit);
  history.takeUndo();
  history.add([]);
  assert.equal(history.canRedo, false);
  assert.equal(history.takeRedo(), undefined);
});
