import assert from 'node:assert/strict';
import { test } from 'vitest';
import { problemsOf } from './check-migrations.ts';

test('migrations that run 1, 2, 3 are good, with either hyphen', () => {
  assert.deepEqual(problemsOf(['0002_two_words.sql', '0001-people.sql', '0003_more.sql']), []);
});

test('a number that is there twice, one that is left out and a wrong name are told', () => {
  assert.deepEqual(problemsOf(['0001_a.sql', '0003_b.sql', '0003_c.sql', '4_d.sql', 'notes.txt']), [
    '0003_c.sql: number 3 is that of 0003_b.sql already',
    '4_d.sql: must be named like 0001_words.sql',
    'notes.txt: must be named like 0001_words.sql',
    'there is no migration 2',
  ]);
});
