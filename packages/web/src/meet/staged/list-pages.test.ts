import assert from 'node:assert/strict';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { test } from 'vitest';
import { listPages } from './list-pages.ts';

const pages = (count: number, type = 'PAGE_TYPE_IMAGE') =>
  Array.from(
    { length: count },
    (_, index) => ({ id: index, type, name: `Plan ${index + 1}` }) as PageWithoutAnnotations,
  );

test('[MEETVIEW-15] among many pages, those to show are found by a part of their name', () => {
  const { listed, canSearch } = listPages([...pages(12), ...pages(3, 'PAGE_TYPE_VIDEO')], 'lan 1');
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['Plan 1', 'Plan 10', 'Plan 11', 'Plan 12'],
  );
  assert.ok(canSearch);
  assert.ok(!listPages(pages(8), '').canSearch);
  assert.deepEqual(listPages(pages(3, 'PAGE_TYPE_VIDEO'), ''), {
    listed: [],
    isEmpty: true,
    canSearch: false,
  });
});
