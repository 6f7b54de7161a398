import assert from 'node:assert/strict';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { test } from 'vitest';
import { documentsOf, inSectionOrder } from './documents.ts';

const page = (file_id: string, page_index = 0, name?: string) =>
  ({
    file_id,
    page_index,
    original_file_name: `${file_id}.pdf`,
    ...(name && { name }),
  }) as PageWithoutAnnotations;
const sizesOf = (pages: PageWithoutAnnotations[]) => documentsOf(pages).map((each) => each.pages.length);
const namesOf = (pages: PageWithoutAnnotations[]) => documentsOf(pages).map(({ name }) => name);

test('[WORK-23] consecutive pages of a file are a document, in any order; other pages are their own', () => {
  assert.deepEqual(
    sizesOf([page('a', 2), page('a', 0), page('a', 1), page(''), page(''), page('b')]),
    [3, 1, 1, 1],
  );
});

test('[WORK-23] a page that was moved away and a copy are documents of their own', () => {
  assert.deepEqual(sizesOf([page('a', 0), page('b'), page('a', 1)]), [1, 1, 1]);
  assert.deepEqual(sizesOf([page('a', 0), page('a', 1), page('a', 0), page('a', 1)]), [2, 2]);
});

test('[WORK-23] a document has the name that all of its pages have, otherwise that of its file', () => {
  assert.deepEqual(namesOf([page('a', 0, 'Contract'), page('a', 1, 'Contract')]), ['Contract']);
  assert.deepEqual(namesOf([page('a', 0, 'Cover'), page('a', 1)]), ['a.pdf']);
  assert.deepEqual(namesOf([page('a', 0), page('a', 1)]), ['a.pdf']);
});

test('[WORK-31] pages of a file in different sections are different documents, in the order of the sections', () => {
  const within = (section_id: number | undefined, page_index: number) =>
    ({
      ...page('a', page_index),
      id: page_index,
      ...(section_id && { section_id }),
    }) as PageWithoutAnnotations;
  const documents = documentsOf([within(7, 0), within(7, 1), within(8, 2), within(undefined, 3)]);
  assert.deepEqual(
    inSectionOrder(documents, [{ id: 8 }, { id: 7 }]).map(({ pages }) => pages.map(({ id }) => id)),
    [[3], [2], [0, 1]],
  );
});
