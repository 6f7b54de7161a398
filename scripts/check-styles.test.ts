import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classesOf, wordsOf } from './check-styles.ts';

test('the classes of a style sheet are those of its selectors, nested ones too', () => {
  const css = `/* .said */ .one, a.two:hover > .three-4 { margin: .5rem; background: url("x.png") }
    @media (width > 1.5rem) { .one .five { color: red; &.six { top: 0 } } }`;
  assert.deepEqual(classesOf(css), ['five', 'one', 'six', 'three-4', 'two']);
});

test('words are read from literals, not from imports and names', () => {
  const { words, beginnings } = wordsOf(
    `import { a } from '../page-link.ts';\nconst row = <li class="row wide" id={\`hue-\${n}\`} />;`,
  );
  assert.deepEqual(
    ['row', 'wide', 'page-link', 'a'].map((word) => words.has(word)),
    [true, true, false, false],
  );
  assert.deepEqual([...beginnings], ['hue-']);
});
