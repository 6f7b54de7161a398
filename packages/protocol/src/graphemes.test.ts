import assert from 'node:assert/strict';
import { test } from 'vitest';
import { excerpt } from './graphemes.ts';

test('[LANG-37] an excerpt ends with a whole character as readers see it', () => {
  assert.equal(excerpt('Agenda', 6), 'Agenda');
  assert.equal(excerpt('Agenda', 5), 'Agend');
  assert.equal(excerpt('', 5), '');
  assert.equal(excerpt('ab😀', 3), 'ab');
  assert.equal(excerpt('ab😀', 4), 'ab😀');
  assert.equal(excerpt('ab👩‍👩‍👧‍👦c', 12), 'ab');
  assert.equal(excerpt('ab👩‍👩‍👧‍👦c', 13), 'ab👩‍👩‍👧‍👦');
  assert.equal(excerpt('สวัสดี', 2), 'ส');
  assert.equal(excerpt('x'.repeat(1_000_000), 5), 'xxxxx');
});
