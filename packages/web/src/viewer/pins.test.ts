import assert from 'node:assert/strict';
import type { PageComment } from '@ringbinder/protocol';
import { test } from 'vitest';
import { pageToView, viewToPage } from './geometry.ts';
import { threadsOf } from './pins.ts';

const comment = (id: number, place: { x?: number; y?: number } = {}): PageComment => ({
  id,
  text: `comment ${id}`,
  created_time: id,
  updated_time: id,
  user: { id: 'U1', name: 'Ada' },
  ...(place.x === undefined ? {} : { is_position_comment: true, ...place }),
});

test('[VIEW-7] comments at one place are one thread, and pins are numbered by it', () => {
  const threads = threadsOf([
    comment(1, { x: 10, y: 20 }),
    comment(2),
    comment(3, { x: 5, y: 5 }),
    comment(4, { x: 10, y: 20 }),
  ]);
  assert.deepEqual(
    threads.map(({ comments, number }) => [comments.map(({ id }) => id), number]),
    [
      [[1, 4], 1],
      [[2], undefined],
      [[3], 2],
    ],
  );
});

test('[VIEW-7] a place stays the same at every size and turn', () => {
  for (const quarterTurns of [0, 1, 2, 3] as const)
    for (const scale of [0.1, 1, 7.3]) {
      const view = { width: 400, height: 200, quarterTurns, scale };
      const { left, top } = pageToView(view, { x: 30, y: 50 });
      const { x, y } = viewToPage(view, left, top);
      assert.ok(Math.abs(x - 30) < 1e-9 && Math.abs(y - 50) < 1e-9, `${quarterTurns} ${scale}`);
    }
  const rotated = { width: 400, height: 200, quarterTurns: 1, scale: 1 } as const;
  assert.deepEqual(pageToView(rotated, { x: 0, y: 0 }), { left: 200, top: 0 });
});
