import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ClonedDatabase, cloneDatabase } from '@ringbinder/testkit';
import pg from 'pg';
import { findTableProblems } from './check-tables.ts';
import { type Ask, readSchema } from './schema.ts';
import { TABLES } from './tables.ts';

let database: ClonedDatabase;
let client: pg.Client;
const ask: Ask = async (text) => (await client.query(text)).rows;
before(async () => {
  database = await cloneDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

/** What is found once a statement has changed the schema. */
async function problemsAfter(change: string): Promise<string[]> {
  await client.query(`BEGIN; ${change}`);
  try {
    return findTableProblems(await readSchema(ask), TABLES);
  } finally {
    await client.query('ROLLBACK');
  }
}

test('[DIST-1] every table has its place, and its keys fit it', async () => {
  assert.deepEqual(findTableProblems(await readSchema(ask), TABLES), []);
});

const changes: [change: string, problem: RegExp][] = [
  ['CREATE TABLE notes (binder_id text PRIMARY KEY)', /^notes is not on the list of tables/],
  ['DROP TABLE usage_read', /^usage_read is on the list of tables, and not in the schema/],
  ['ALTER TABLE files ADD UNIQUE (sha256)', /^files_sha256_key of files is unique without binder_id/],
  [
    'CREATE UNIQUE INDEX lower_names ON files (lower(name))',
    /^lower_names of files is unique without binder_id/,
  ],
  ['ALTER TABLE files ADD EXCLUDE (id WITH =)', /^files_id_excl of files is unique without binder_id/],
  ['ALTER TABLE uploads DROP CONSTRAINT uploads_pkey', /^uploads has no key with binder_id in it/],
  [
    'ALTER TABLE messages ADD number bigint GENERATED ALWAYS AS IDENTITY',
    /^messages.number counts by a sequence/,
  ],
  [
    "CREATE SEQUENCE s; ALTER TABLE messages ADD n bigint DEFAULT nextval('s')",
    /^messages.n counts by a sequence/,
  ],
  [
    'ALTER TABLE direct_binders ADD FOREIGN KEY (binder_id) REFERENCES binders',
    /leads from direct_binders, which is not spread/,
  ],
  [
    'ALTER TABLE users ADD session text REFERENCES sessions (id)',
    /leads from users, which is everywhere, to sessions/,
  ],
  [
    'ALTER TABLE messages ADD session text REFERENCES sessions (id)',
    /leads from messages to sessions, which lies on the coordinator/,
  ],
  [
    'ALTER TABLE clips ADD FOREIGN KEY (id, binder_id) REFERENCES files (binder_id, id)',
    /not by binder_id and binder_id in the same place/,
  ],
  ['ALTER TABLE usage_read ALTER binder_id TYPE varchar', /^keys differ: .*character varying/],
  ['ALTER TABLE usage_read ALTER binder_id TYPE text COLLATE "C"', /^keys differ: /],
  [
    'ALTER TABLE clips ADD FOREIGN KEY (binder_id) REFERENCES binders ON DELETE SET NULL',
    /would set binder_id/,
  ],
  ['CREATE TABLE more () INHERITS (usage_read)', /^usage_read has rows of more/],
];

test('[DIST-1] a table on no list, and keys that could not be kept, are found', async () => {
  for (const [change, problem] of changes) {
    const problems = await problemsAfter(change);
    assert.ok(
      problems.some((each) => problem.test(each)),
      `${change}: ${problems.join('; ')}`,
    );
  }
});
