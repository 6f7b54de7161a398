import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findProse } from './check-prose.ts';

test('the prose check finds turns of phrase in Markdown, docstrings, comments and texts of the app', () => {
  assert.deepEqual(
    findProse('a.md', 'One.\n\nA page is drawn anew, at the most\ntwice. `anew`\n\n```\nanew\n```\n'),
    ['a.md:3 “at the most”: write “at most” or “at least”', 'a.md:3 “anew”: write “again”'],
  );
  assert.deepEqual(findProse('a.md', '| Field | What it tells whether it is on. |\n'), [
    'a.md:1 “What it tells whether it is on.”: begin with the noun',
    'a.md:1 “tells whether”: write “reports” or “returns”',
  ]);
  const code = "/**\n * Draws it.\n * @param x drawn anew\n */\nconst anew = 'anew'; // at the least\n";
  assert.deepEqual(findProse('packages/a.ts', code), [
    'packages/a.ts:1 “anew”: write “again”',
    'packages/a.ts:5 “at the least”: write “at most” or “at least”',
  ]);
  assert.deepEqual(findProse('packages/web/src/strings/en/a.ts', "const text = { a: 'Send an e-mail' };\n"), [
    'packages/web/src/strings/en/a.ts:1 “e-mail”: write “email”',
  ]);
});

test('the prose check finds sentences of more than 40 words', () => {
  const words = (count: number) => `A ${'word '.repeat(count - 2)}end.`;
  assert.deepEqual(findProse('a.md', `${words(40)} ${words(40)}`), []);
  assert.match(findProse('a.md', words(41)).join(), /^a\.md:1 a sentence of 41 words/);
  assert.match(findProse('a.ts', `// ${'word '.repeat(20)}\n// ${words(21)}\n`).join(), /41 words/);
});

test('the prose check ignores questions, code and directives', () => {
  assert.deepEqual(findProse('a.md', 'Who reads this? What does one page tell?'), []);
  assert.deepEqual(findProse('a.ts', '// biome-ignore lint/x: anew\nconst e = 1;\n'), []);
});
