import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readTyped, type TypedPart } from './typed.ts';

const ben = { id: 'Uben', name: 'Ben Okafor' };
const people = [ben, { id: 'U1', name: 'Ann Lee' }, { id: 'U2', name: 'Ann Ray' }];
const read = (text: string, locale = 'en', ...asText: TypedPart[]) =>
  readTyped(text, { people, locales: [locale], today: '2026-11-30', asText: new Set(asText) });

test('[TODO-21] a day and a name at the end of a typed to-do are its due day and assignee', () => {
  const name = 'Call the bank';
  assert.deepEqual(read('Call the bank tomorrow @Ben'), { name, day: '2026-12-01', assignee: ben });
  assert.deepEqual(read('Call the bank @ben okafor Friday '), { name, day: '2026-12-04', assignee: ben });
  assert.deepEqual(read('Bank anrufen übermorgen', 'de'), { name: 'Bank anrufen', day: '2026-12-02' });
  assert.deepEqual(read('Appeler la banque lundi', 'fr').day, '2026-12-07', 'Monday of next week');
});

test('[TODO-21] other words stay in the title', () => {
  for (const text of ['tomorrow', '@Ben', 'Read the Monday report', 'Ask @Ann', 'Mail to x@Ben', 'In 2 days'])
    assert.deepEqual(read(text), { name: text });
  assert.deepEqual(read('Plan tomorrow @Ben', 'en', 'day'), { name: 'Plan tomorrow', assignee: ben });
});
