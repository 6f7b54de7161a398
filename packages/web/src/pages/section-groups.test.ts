import assert from 'node:assert/strict';
import { test } from 'vitest';
import { groupBySection, type PageDocument } from '../binder/documents.ts';
import { documentBefore, slotAt, slotBy } from './section-groups.ts';

const section = (id: number) => ({ id, name: `S${id}`, created_time: 1, updated_time: 1 });
const document = (id: number, section_id?: number) => {
  const first = { id, ...(section_id === undefined ? {} : { section_id }) };
  return { id, name: `D${id}`, first, pages: [first] } as unknown as PageDocument;
};
const [a, b, c, d, e] = [document(1), document(2, 7), document(3, 8), document(4, 7), document(5, 99)];
const all = [a, b, c, d, e];
const groups = groupBySection(all, [section(8), section(7), section(9)]);
const [none, eight, seven, nine] = groups;
assert.ok(none && eight && seven && nine);

test('[WORK-31] documents of an unknown section are in none, which comes first', () => {
  assert.deepEqual(
    groups.map((group) => [group.section?.id, group.documents.map(({ id }) => id)]),
    [
      [undefined, [1, 5]],
      [8, [3]],
      [7, [2, 4]],
      [9, []],
    ],
  );
});

test('[WORK-33] a document goes to the ends of its section, and then on to the next one, also an empty one', () => {
  assert.deepEqual(slotBy(groups, [b], b, 1), { group: seven, index: 1 });
  assert.deepEqual(slotBy(groups, [b], b, 5), { group: seven, index: 1 });
  assert.deepEqual(slotBy(groups, [d], d, 1), { group: nine, index: 0 });
  assert.deepEqual(slotBy(groups, [b], b, -3), { group: eight, index: 1 });
  assert.deepEqual(slotBy(groups, [a], a, -1), { group: none, index: 0 });
  assert.deepEqual(slotBy(groups, [b, d], d, 1), { group: nine, index: 0 });
});

test('[WORK-33] a place in a section is a place in the order of the binder', () => {
  assert.equal(documentBefore(all, [c], { group: seven, index: 0 }), a, 'before the first of the section');
  assert.equal(documentBefore(all, [c], { group: seven, index: 2 }), d);
  assert.equal(documentBefore(all, [b], { group: seven, index: 1 }), d);
  assert.equal(documentBefore(all, [e], { group: none, index: 0 }), null, 'the beginning of the binder');
  assert.equal(documentBefore(all, [a], { group: nine, index: 0 }), e, 'an empty section');
  assert.deepEqual(slotAt(seven, 2, [b]), { group: seven, index: 1 });
});
