import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ClonedDatabase, cloneDatabase } from '@ringbinder/testkit/database.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterEach, beforeEach, test } from 'vitest';
import { checkServerVersion, type Migration, migrate, readMigrations } from './migrate.ts';
import { type DatabasePool, openDatabase } from './pool.ts';

let empty: ClonedDatabase;
let db: DatabasePool;
beforeEach(async () => {
  empty = await cloneDatabase(null);
  db = openDatabase(empty.connection, { max: 2 });
});
afterEach(async () => {
  await db.close();
  await empty.drop();
});

function migration(number: number, sql: string, needs = 0): Migration {
  const name = `000${number}-test.sql`;
  return { number, name, sql, needs, checksum: createHash('sha256').update(sql).digest('hex') };
}

const tables = async () =>
  (
    await db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    )
  ).map(({ name }) => name);

const applied = async () =>
  (await db.query<{ number: number }>('SELECT number FROM schema_migrations ORDER BY number')).map(
    ({ number }) => number,
  );

test('[STORE-8] several starts at once apply each migration once', async () => {
  const slow = [
    migration(1, 'CREATE TABLE applied (number int); SELECT pg_sleep(0.05); INSERT INTO applied VALUES (1)'),
    migration(2, 'SELECT pg_sleep(0.05); INSERT INTO applied VALUES (2)'),
  ];
  await Promise.all(Array.from({ length: 6 }, () => migrate(empty.connection, slow)));
  assert.deepEqual(await db.query('SELECT number FROM applied ORDER BY number'), [
    { number: 1 },
    { number: 2 },
  ]);
  assert.deepEqual(await applied(), [1, 2]);
});

test('[STORE-8] this program’s own migrations apply to an empty database, and a second time do nothing', async () => {
  const own = await readMigrations();
  await Promise.all([migrate(empty.connection), migrate(empty.connection)]);
  await migrate(empty.connection);
  assert.deepEqual(
    await applied(),
    own.map(({ number }) => number),
  );
  assert.ok((await tables()).includes('binder_log'));
});

test('[HIST-3] of binders that were there before, history is known from the migration on', async () => {
  const own = await readMigrations();
  await migrate(
    empty.connection,
    own.filter(({ name }) => name < '0038'),
  );
  await db.query(`INSERT INTO partners (id, name, created_at) VALUES ('P1', 'Partner', 1)`);
  await db.query(`INSERT INTO orgs (id, partner_id, name, created_at) VALUES ('O1', 'P1', 'Org', 1)`);
  await db.query(
    `INSERT INTO users (id, partner_id, org_id, name, created_at, updated_at) VALUES ('U1', 'P1', 'O1', 'Ada', 1, 1)`,
  );
  await db.query(
    `INSERT INTO binders (id, partner_id, org_id, owner_id, name, seq, created_at, updated_at)
     VALUES ('B1', 'P1', 'O1', 'U1', 'Old', 7, 1, 1)`,
  );
  await migrate(empty.connection);
  assert.deepEqual(await db.query('SELECT * FROM version_starts'), [
    { binder_id: 'B1', seq: 7, todos_seq: 7 },
  ]);
});

test('[STORE-8] a migration that fails leaves nothing of itself, and can be applied once it is mended', async () => {
  const first = migration(1, 'CREATE TABLE one (id int)');
  const broken = migration(2, 'CREATE TABLE two (id int); INSERT INTO one VALUES (1); SELECT 1 / 0');
  await assert.rejects(migrate(empty.connection, [first, broken]), {
    name: 'StartupError',
    message: /^migration 0002-test\.sql failed and was rolled back.*division by zero$/,
  });
  assert.deepEqual(await tables(), ['one', 'schema_migrations']);
  assert.deepEqual(await db.query('SELECT * FROM one'), []);
  assert.deepEqual(await applied(), [1]);
  await migrate(empty.connection, [first, migration(2, 'CREATE TABLE two (id int)')]);
  assert.deepEqual(await applied(), [1, 2]);
});

test('[CLUSTER-4] a migration that waits for a table lets its other statements go first, and is applied once it is free', async () => {
  const first = migration(1, 'CREATE TABLE crowded (id int)');
  const second = migration(2, 'ALTER TABLE crowded ADD COLUMN more int');
  await migrate(empty.connection, [first]);
  let migrating: Promise<unknown> = Promise.resolve();
  const waiting = `SELECT FROM pg_locks WHERE relation = 'crowded'::regclass AND NOT granted`;
  const other = openDatabase(empty.connection, { max: 1 });
  try {
    await other.transaction(async (tx) => {
      await tx.query('SELECT id FROM crowded');
      migrating = migrate(empty.connection, [first, second]);
      await until('it waits for the table', async () => (await db.query(waiting)).length > 0);
      // Without a timeout, the migration would wait for this transaction, and the next statement would wait
      // for the migration.
      await db.query('SELECT id FROM crowded');
      assert.deepEqual(await applied(), [1]);
    });
    await migrating;
    assert.deepEqual(await applied(), [1, 2]);
  } finally {
    await other.close();
  }
});

test('[STORE-10] a migration that was changed after it was applied is refused', async () => {
  const second = migration(2, 'CREATE TABLE two (id int)');
  await migrate(empty.connection, [migration(1, 'CREATE TABLE one (id int)'), second]);
  const changed = [
    migration(1, 'CREATE TABLE one (id bigint)'),
    second,
    migration(3, 'CREATE TABLE three ()'),
  ];
  await assert.rejects(migrate(empty.connection, changed), {
    name: 'StartupError',
    message:
      'migration 0001-test.sql was changed after this database had applied it: restore the original file',
  });
  assert.deepEqual(await applied(), [1, 2], 'nothing was applied on top');
});

test('[STORE-10] a newer release that only added leaves the way back to this one, and forward again', async () => {
  const own = [migration(1, 'CREATE TABLE one (id int)')];
  const newer = [
    ...own,
    migration(2, 'CREATE TABLE two (id int)'),
    migration(3, 'ALTER TABLE one DROP id', 1),
  ];
  assert.deepEqual(await migrate(empty.connection, newer), []);
  assert.deepEqual(await migrate(empty.connection, own), ['0002-test.sql', '0003-test.sql']);
  assert.deepEqual(await applied(), [1, 2, 3]);
  assert.deepEqual(await migrate(empty.connection, newer), []);
  const changed = [migration(1, 'CREATE TABLE one (id bigint)')];
  await assert.rejects(migrate(empty.connection, changed), {
    message: /^migration 0001-test.sql was changed/,
  });
});

test('[STORE-10] a newer release that removed what this one needs is named, and nothing is changed', async () => {
  const own = [migration(1, 'CREATE TABLE one (id int)')];
  const between = [...own, migration(2, 'CREATE TABLE two (id int)')];
  await migrate(empty.connection, [...between, migration(3, 'DROP TABLE one', 2)]);
  await assert.rejects(migrate(empty.connection, own), {
    name: 'StartupError',
    message:
      'a newer Ringbinder ran the migration 0003-test.sql, which removed what this release needs: start the newer release, or restore a backup from before the upgrade',
  });
  assert.deepEqual(await migrate(empty.connection, between), ['0003-test.sql']);
});

test('[STORE-10] a database of a release that did not record what migrations need is migrated', async () => {
  const own = [migration(1, 'CREATE TABLE one (id int)')];
  await migrate(empty.connection, own);
  await db.query('ALTER TABLE schema_migrations DROP COLUMN needs');
  await migrate(empty.connection, [...own, migration(2, 'DROP TABLE one', 1)]);
  assert.deepEqual(await db.query('SELECT number, needs FROM schema_migrations ORDER BY number'), [
    { number: 1, needs: 0 },
    { number: 2, needs: 1 },
  ]);
});

test('[STORE-6] a PostgreSQL older than 15 is refused', () => {
  assert.throws(() => checkServerVersion(140_011), {
    name: 'StartupError',
    message: 'PostgreSQL 14 is too old: Ringbinder needs 15 or newer',
  });
  checkServerVersion(150_000);
  checkServerVersion(180_001);
});

test('[STORE-8] migrations that are not numbered 1, 2, 3 are a mistake', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await writeFile(join(directory, '0001-one.sql'), '');
    await writeFile(join(directory, '0003-three.sql'), '');
    await assert.rejects(
      readMigrations(pathToFileURL(`${directory}/`)),
      /migration 0003-three\.sql should have number 2/,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('[STORE-9] tables of a binder’s things are keyed by binder_id first; no trigger, no stored procedure', async () => {
  await migrate(empty.connection);
  // These tables belong to users, a bot or an org.
  const ofUsers = new Set([
    'activity',
    'push_queue',
    'notification_deliveries',
    'saved_messages',
    'category_binders',
    'direct_binders',
    'group_conversations',
    'bot_events',
    'bot_queues',
  ]);
  const keys = await db.query<{ table_name: string; first_column: string | null }>(
    `SELECT c.relname AS table_name, a.attname AS first_column
     FROM pg_class c
     JOIN pg_attribute b ON b.attrelid = c.oid AND b.attname = 'binder_id' AND NOT b.attisdropped
     LEFT JOIN pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.conkey[1]
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  );
  const ofBinders = keys.filter((key) => !ofUsers.has(key.table_name));
  assert.ok(ofBinders.length >= 5, 'the query found the tables');
  for (const { table_name, first_column } of ofBinders) assert.equal(first_column, 'binder_id', table_name);
  assert.deepEqual(await db.query('SELECT tgname FROM pg_trigger WHERE NOT tgisinternal'), []);
  assert.deepEqual(
    await db.query(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`),
    [],
  );
});
