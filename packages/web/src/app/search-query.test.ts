import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  addFilters,
  type Choices,
  type Filter,
  filterTextAt,
  isDay,
  isUnfinished,
  suggestionsFor,
  takeFilters,
  withoutFilterText,
} from './search-query.ts';

const choices: Choices = {
  in: [
    { value: 'B1', name: 'Budget report 2026' },
    { value: 'B2', name: 'Budget' },
    { value: 'B3', name: 'Annual budget' },
    { value: 'B4', name: '予算 2026' },
  ],
  from: [
    { value: 'U0', name: 'Ada Lovelace', aliases: ['me'] },
    { value: 'U1', name: 'Ann Berg' },
    { value: 'U2', name: 'Élif Yılmaz' },
  ],
  has: [{ value: 'file', name: 'file' }],
  type: [{ value: 'transaction', name: 'approval' }],
  before: [{ value: '2026-11-29', name: 'yesterday' }],
  after: [
    { value: '2026-11-23', name: '7 days ago' },
    { value: '2026-10-31', name: '30 days ago' },
  ],
};

const atEnd = (text: string) => ({ text, caret: text.length });
const read = (text: string, caret = text.length) => {
  const { filters, draft } = takeFilters({ text, caret }, choices);
  return [...filters.map(({ key, value }) => `${key} ${value}`), draft.text];
};
const suggest = (text: string) => {
  const typed = filterTextAt(atEnd(text));
  return typed && suggestionsFor(typed, choices).map(({ name }) => name);
};

test('[APP-24] a filter is taken from the text when it is complete and its value is known', () => {
  assert.deepEqual(read('in:budget report'), ['in B2', 'report']);
  assert.deepEqual(read('in:budget'), ['in:budget'], 'it is still being typed');
  assert.deepEqual(read('report in:budg '), ['in B1', 'report ']);
  assert.deepEqual(read('a has:file b'), ['has file', 'a b']);
  assert.deepEqual(read('from:ANN type:approval '), ['from U1', 'type transaction', '']);
  assert.deepEqual(read('from:me x'), ['from U0', 'x']);
  assert.deepEqual(read('from:e\u0301lif x'), ['from U2', 'x']);
  assert.deepEqual(read('in:予算 表'), ['in B4', '表']);
  assert.deepEqual(read('before:Yesterday x'), ['before 2026-11-29', 'x']);
  assert.deepEqual(read('after:7 x'), ['after:7 x'], 'not the first day that begins like it');
  assert.deepEqual(read('In:Budget x'), ['in B2', 'x'], 'phones begin with a capital letter');
  assert.deepEqual(read('in：予算 表'), ['in B4', '表'], 'Japanese keyboards have a wide colon');
});

test('[APP-24] quotes enclose a value with spaces', () => {
  assert.deepEqual(read('in:"Budget rep" total'), ['in B1', 'total']);
  assert.deepEqual(read('in:"Budget rep"'), ['in B1', ''], 'the quote completes it');
  assert.deepEqual(read('after:"30 days ago" total'), ['after 2026-10-31', 'total']);
  assert.deepEqual(read('in:“budget rep” total'), ['in B1', 'total']);
  assert.deepEqual(read('in:"Budget rep'), ['in:"Budget rep']);
  assert.deepEqual(read('in:"Budget rep', 0), ['in:"Budget rep'], 'it has no end');
});

test('[APP-24] an unknown value remains text', () => {
  for (const text of [
    'in:nowhere x',
    'from:bob x',
    'has:dog x',
    'type:binder x',
    'in: x',
    'in:"" x',
    'before:tomorrow x',
    'before:2026-02-30 x',
    'subject:budget x',
    'https://has:file x',
    'annual in:annuals x',
  ])
    assert.deepEqual(read(text), [text]);
  assert.deepEqual(read('in:annual x'), ['in B3', 'x']);
  assert.deepEqual(read('in:report x'), ['in:report x'], 'a name begins otherwise');
});

test('[APP-24] days are written year-month-day', () => {
  assert.deepEqual(read('after:2026-11-01 before:2026-12-01 x'), [
    'after 2026-11-01',
    'before 2026-12-01',
    'x',
  ]);
  assert.deepEqual(read('before:yesterday x'), ['before 2026-11-29', 'x']);
  assert.deepEqual(['2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00', ''].map(isDay), [
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('[APP-24] the caret stays at its place in the text', () => {
  const caretAfter = (text: string) => {
    const caret = text.indexOf('|');
    const { draft } = takeFilters({ text: text.replace('|', ''), caret }, choices);
    return `${draft.text.slice(0, draft.caret)}|${draft.text.slice(draft.caret)}`;
  };
  assert.equal(caretAfter('has:file |report'), '|report');
  assert.equal(caretAfter('my has:file |report'), 'my |report');
  assert.equal(caretAfter('my re|port has:file x'), 'my re|port x');
  assert.equal(caretAfter('has:file in:budget re|port'), 're|port');
  assert.equal(caretAfter('has:fi|le report'), 'has:fi|le report');
});

test('[APP-24] values are suggested while a filter is typed, names that begin with it first', () => {
  assert.deepEqual(suggest('in:budget'), ['Budget', 'Budget report 2026', 'Annual budget']);
  assert.deepEqual(suggest('in:"Budget r'), ['Budget report 2026']);
  assert.deepEqual(suggest('report has:'), ['file']);
  assert.deepEqual(suggest('from:berg'), ['Ann Berg']);
  assert.deepEqual(suggest('type:app'), ['approval']);
  assert.deepEqual(suggest('before:2026-11-01'), ['2026-11-01']);
  assert.deepEqual(suggest('before:2026-11'), []);
  assert.deepEqual(suggest('before:'), ['yesterday']);
  assert.deepEqual(suggest('in:…'), []);
  assert.equal(suggest('in:budget '), undefined);
  assert.equal(suggest('in:"Budget"'), undefined);
  assert.equal(filterTextAt({ text: 'in:budget', caret: 2 }), undefined, 'the caret is in its name');
  assert.equal(filterTextAt({ text: 'in:budget', caret: 3 })?.value, 'budget');
});

test('[APP-24] a filter is not searched for as text while it can be completed', () => {
  const unfinished = (text: string) => {
    const typed = filterTextAt(atEnd(text));
    return typed && isUnfinished(typed, choices);
  };
  for (const text of ['in:', 'in:bud', 'before:2026-1', 'after:2026-11-01', 'has:f', 'in:"Budget r'])
    assert.equal(unfinished(text), true, text);
  for (const text of ['in:nowhere', 'before:2026-99-99', 'before:soon', 'has:dog'])
    assert.equal(unfinished(text), false, text);
});

test('[APP-24] choosing a value removes what was typed', () => {
  const chosen = (text: string) => {
    const draft = atEnd(text);
    const typed = filterTextAt(draft);
    return typed && withoutFilterText(draft, typed);
  };
  assert.deepEqual(chosen('report in:bud'), { text: 'report ', caret: 7 });
  assert.deepEqual(chosen('in:"Budget r'), { text: '', caret: 0 });
});

test('[APP-24] a filter replaces the one of the same kind', () => {
  const filter = (key: Filter['key'], value: string): Filter => ({ key, value, name: value });
  const filters = addFilters(
    [filter('in', 'B1'), filter('from', 'U1')],
    [filter('in', 'B2'), filter('has', 'file')],
  );
  assert.deepEqual(
    filters.map(({ value }) => value),
    ['U1', 'B2', 'file'],
  );
});
