import assert from 'node:assert/strict';
import { test } from 'vitest';
import { excerpt } from './graphemes.ts';

test('[LANG-37] an excerpt does not cut characters as readers see them', () => {
  assert.equal(excerpt('Agenda', 10), 'Agenda');
  assert.equal(excerpt('ab👩‍👩‍👧‍👦c', 3), 'ab👩‍👩‍👧‍👦');
  assert.equal(excerpt('ab😀', 2), 'ab');
  assert.equal(excerpt('สวัสดีครับ', 3), 'สวัส');
  assert.equal(excerpt('x'.repeat(1_000_000), 5), 'xxxxx');
});
