import assert from 'node:assert/strict';
import { test } from 'vitest';
import { plainText } from './plain-text.ts';

test('[WORK-2] rich text is told without its tags', () => {
  const rich =
    '[b]Loan[/b] [color=red]4711[/color]\n[list][*]one[*]two[/list] [url=https://x.example]terms[/url]';
  assert.equal(plainText(rich), 'Loan 4711\n\n• one\n• two terms');
  assert.equal(plainText('[img=10x10]https://x.example/a.png[/img]Seen'), 'Seen');
});

test('what is no tag stays as it is', () => {
  assert.equal(plainText('Clause [7] of a < b [sic] [/end]'), 'Clause [7] of a < b [sic] [/end]');
});
