import assert from 'node:assert/strict';
import type { PageComment } from '@ringbinder/protocol';
import { test } from 'vitest';
import { pageToView, viewToPage } from './geometry.ts';
import { createCommentFocus, threadsOf } from './pins.ts';

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

test('[VIEW-34] replies join their thread, also after its first comment is deleted, and an open one reopens it', () => {
  const resolved = (id: number, reply_to?: number) => ({
    ...comment(id),
    resolved_time: 9,
    ...(reply_to !== undefined && { reply_to }),
  });
  const threads = threadsOf([
    resolved(1),
    resolved(2),
    { ...comment(3), reply_to: 1 },
    resolved(4, 2),
    resolved(6, 5),
    resolved(7, 5),
  ]);
  assert.deepEqual(
    threads.map(({ comments, isResolved }) => [comments.map(({ id }) => id), isResolved]),
    [
      [[1, 3], false],
      [[2, 4], true],
      [[6, 7], true],
    ],
  );
});

test('[VIEW-35] the place of an unsent comment returns when closed comments open again, but not on another page', () => {
  const focus = createCommentFocus();
  focus.place({ x: 12, y: 34 });
  focus.close();
  assert.equal(focus.draft.value, undefined);
  focus.open();
  assert.deepEqual(focus.draft.value, { x: 12, y: 34 });
  focus.forget();
  focus.close();
  focus.open();
  assert.equal(focus.draft.value, undefined);
  focus.place({ x: 12, y: 34 });
  focus.close();
  focus.leave();
  focus.open();
  assert.equal(focus.draft.value, undefined);
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
