import assert from 'node:assert/strict';
import { test } from 'vitest';
import { plainMarkdown } from './plain-markdown.ts';

test('Markdown is shown without its marks', () => {
  const markdown =
    '# Plan **B**\n\n> quoted\n\n- [x] done `code`\n2. *two* of __three__\n\n---\n| a | b |\n|---|:-:|\n| ~~1~~ | [two](https://x.example/a "t") |\n\n```js\nlet x = 1;\n```\n![chart](a.png)';
  assert.equal(
    plainMarkdown(markdown),
    'Plan B\n\nquoted\n\ndone code\ntwo of three\n\na b\n1 two\n\nlet x = 1;\nchart',
  );
});

test('what is no mark stays', () => {
  for (const text of ['2 * 3 * 4 = 24', 'snake_case_name', 'a | b', 'x [sic] (y)', '#tag'])
    assert.equal(plainMarkdown(text), text);
});

test('marks that are opened and never closed take no time', () => {
  const started = performance.now();
  for (const mark of ['**a ', '[a', '_a ', '`a', '~~a ', '![a](']) plainMarkdown(mark.repeat(20_000));
  assert.ok(performance.now() - started < 5_000);
});
