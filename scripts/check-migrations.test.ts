import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findBreakingStatements, problemsOf } from './check-migrations.ts';

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

test('each migration says what it needs', () => {
  const quiet = [
    'ALTER TABLE one DROP a;',
    'CREATE UNIQUE INDEX one_a ON one (a);',
    'ALTER TABLE one ADD CONSTRAINT a CHECK (a > 0);',
    'CREATE TABLE two (id int);',
  ];
  for (const sql of quiet) {
    assert.match(
      findBreakingStatements('0070_x.sql', sql)[0] ?? '',
      /^0070_x\.sql: add the line “-- needs: NUMBER”/,
      sql,
    );
    assert.deepEqual(findBreakingStatements('0070_x.sql', `-- needs: 0000\n${sql}`), [], sql);
    assert.deepEqual(findBreakingStatements('0070_x.sql', `-- needs: 0069\n${sql}`), [], sql);
    assert.deepEqual(findBreakingStatements('0067_x.sql', sql), [], 'of an earlier time');
  }
  assert.match(findBreakingStatements('0070_x.sql', '-- needs: 0070')[0] ?? '', /not an earlier migration/);
});

test('a migration that removes something names the releases that do not need it', () => {
  const removing = [
    'DROP TABLE one;',
    'ALTER TABLE one DROP COLUMN a;',
    'ALTER TABLE one RENAME a TO b;',
    'ALTER TABLE one ALTER COLUMN a SET NOT NULL;',
    'ALTER TABLE one ALTER a DROP DEFAULT;',
    'ALTER TABLE one ALTER COLUMN "a b" TYPE bigint;',
    'ALTER TABLE one ALTER a SET DATA TYPE bigint;',
    'ALTER TABLE one ADD COLUMN a int, ADD COLUMN b numeric(3,1) NOT NULL;',
  ];
  for (const sql of removing) {
    assert.match(
      findBreakingStatements('0070_x.sql', `-- needs: 0000\n${sql}`)[0] ?? '',
      /^0070_x\.sql: “.*may break earlier releases/,
      sql,
    );
    assert.deepEqual(findBreakingStatements('0070_x.sql', `-- needs: 0069\n${sql}`), [], sql);
    assert.deepEqual(findBreakingStatements('0067_x.sql', sql), [], 'of an earlier time');
  }
  const expanding = `-- needs: 0000
    -- RENAME comes later.
    CREATE TYPE mood AS ENUM ('good');
    CREATE TABLE two (id int NOT NULL);
    DROP INDEX one_by_a;
    ALTER TABLE one ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b bigint NOT NULL GENERATED ALWAYS AS IDENTITY;`;
  assert.deepEqual(findBreakingStatements('0070_x.sql', expanding), []);
});
