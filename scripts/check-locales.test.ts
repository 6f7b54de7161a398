import assert from 'node:assert/strict';
import { catalogueOf, languages } from '@ringbinder/locales';
import { test } from 'vitest';
import { findProblems, findUnused, synchronize } from './check-locales.ts';

const entry = (id: string, english: string, translation = '', more = '') =>
  `${more}\n#. Where it is shown.\nmsgctxt "${id}"\nmsgid "${english}"\nmsgstr "${translation}"\n`;
const COUNT = '{count, plural, one {# page} other {# pages}}';

function problemsOf(russian: string, english: string): string[] {
  const po = (text: string) => `msgid ""\nmsgstr ""\n\n${text}`;
  const others = [...new Set(languages.map(catalogueOf))].filter((name) => !['en', 'ru'].includes(name));
  const found = findProblems(
    new Map([['en', po(english)], ['ru', po(russian)], ...others.map((name) => [name, ''] as const)]),
  );
  return found.filter((problem) => /^(ru|en)\.po/.test(problem));
}

const CASES: [name: string, translation: string, english: string, problem: RegExp | undefined][] = [
  ['a translation', 'Привет, {name}', 'Hello {name}', undefined],
  ['nothing', '', 'Hello', /not translated/],
  ['English', 'Hello', 'Hello', /equals the English text/],
  ['a text without words', '{name}: {text}', '{name}: {text}', undefined],
  ['another placeholder', 'Привет, {nome}', 'Hello {name}', /has the placeholders nome/],
  ['no placeholder', 'Привет', 'Hello {name}', /has the placeholders/],
  ['a placeholder of another kind', '{count}', COUNT, /has the placeholders/],
  ['a brace too few', 'Привет, {name', 'Hello {name}', /does not parse/],
  [
    'a missing plural form',
    '{count, plural, one {#} other {#}}',
    COUNT,
    /the language has few, many, one, other/,
  ],
  [
    'a number that is not shown',
    '{count, plural, one {страница} few {#} many {#} other {#}}',
    COUNT,
    /form one is for several numbers/,
  ],
  ['all forms', '{count, plural, =1 {a} one {#} few {#} many {#} other {#}}', COUNT, undefined],
  ['an apostrophe that quotes', "'{name}", 'Hello {name}', /straight apostrophe/],
  ['a space at the end', 'Привет ', 'Hello', /begins or ends with a space/],
];

test.each(CASES)('[LANG-5] %s is found or allowed', (_name, translation, english, problem) => {
  const found = problemsOf(entry('a.b', english, translation), entry('a.b', english));
  if (problem) assert.match(found.join(), problem);
  else assert.deepEqual(found, []);
});

test('[LANG-5] catalogues have the same messages, of the current English text', () => {
  const english = entry('a.b', 'Hello');
  assert.match(problemsOf('', english).join(), /ru\.po: a\.b: missing/);
  assert.match(problemsOf(entry('a.c', 'Hello', 'Да'), english).join(), /a\.c: not in en\.po/);
  assert.match(problemsOf(entry('a.b', 'Hi', 'Да'), english).join(), /the English text has changed/);
  assert.match(problemsOf(entry('a.b', 'Hello', 'Да', '#, fuzzy'), english).join(), /not translated/);
  assert.match(
    problemsOf('', entry('a.b', COUNT.replace('one {# page}', ''))).join(),
    /en\.po: .* one, other/,
  );
  assert.match(findProblems(new Map([['en', english]])).join(), /da\.po: missing/);
  assert.match(findProblems(new Map([['xx', '']])).join(), /xx\.po: no such language/);
});

test('[LANG-5] an id without a caller, and a caller without a message, are found', () => {
  const code = (text: string) => new Map([['a.ts', text]]);
  const ids = new Set(['a.b']);
  assert.deepEqual(findUnused(ids, code("catalogue.text('a.b', { name })")), []);
  assert.match(findUnused(ids, code('')).join(), /a\.b: not used/);
  assert.deepEqual(findUnused(new Set(), code("text('a.b')"), ids), []);
  assert.match(findUnused(ids, code("text(\n  'a.b'); text('a.c')")).join(), /a\.ts: a\.c is not in en\.po/);
});

test('[LANG-5] a catalogue follows the English one, and texts whose English has changed are open', () => {
  const english = `msgid ""\nmsgstr ""\n${entry('a.b', 'Hello')}${entry('a.c', 'New text')}`;
  const russian = `msgid ""\nmsgstr ""\n"Language: ru\\n"\n${entry('a.c', 'Text', 'Текст')}${entry('a.b', 'Hello', 'Привет')}${entry('a.d', 'Old', 'Старый')}`;
  const found = synchronize(russian, english);
  assert.match(
    found,
    /Language: ru[\s\S]*a\.b"\nmsgid "Hello"\nmsgstr "Привет"[\s\S]*a\.c"\nmsgid "New text"\nmsgstr ""/,
  );
  assert.doesNotMatch(found, /a\.d/);
  assert.equal(synchronize(found, english), found);
});
