import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from './client.ts';
import { type ConnectionSettings, directly } from './pool.ts';
import { StartupError } from './startup-error.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

const ownMigrations = new URL('./migrations/', import.meta.url);
// Any fixed number: it names this lock among the advisory locks of the database.
const MIGRATION_LOCK = 7_246_283;
const OLDEST_SERVER = 15;
/**
 * How long a migration waits for a lock. A table's other statements queue behind one that waits for its whole table, so
 * that a process of the last release answers nobody meanwhile; then they have their turn, and the migration tries again.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1_000;
/** What locks a table for longer than that is not one of ours: their statements end after 30 s, their transactions after 60 s. */
const MAX_LOCKED_MS = 300_000;
const LOCK_NOT_AVAILABLE = new Set(['55P03', '40P01']);

/** Reads the migrations in order. Throws when the numbers do not run 1, 2, 3 … */
export async function readMigrations(directory = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4));
      if (number !== index + 1) throw new Error(`migration ${name} should have number ${index + 1}`);
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings a database to the schema of this program, one transaction a migration, under an advisory lock: two processes
 * that start at once wait for each other. Throws StartupError when the server is older than PostgreSQL 15, when the
 * database was made by a newer Ringbinder, when an applied migration was changed since, or when one fails, which
 * leaves nothing of it. One that waits for a lock longer than half a second lets the others go first, for five minutes at the most.
 * @param given the migrations to apply instead of this program's own
 */
export async function migrate(connection: ConnectionSettings, given?: readonly Migration[]): Promise<void> {
  const migrations = given ?? (await readMigrations());
  const client = new DatabaseClient({ ...directly(connection), application_name: 'ringbinder migrations' });
  // The connection may break under us; the running statement rejects then, and that is where it is handled.
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    // The role may have one for statements that answer calls.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await readApplied(client);
    checkApplied(migrations, applied);
    for (const migration of migrations.slice(applied.length)) await apply(client, migration);
  } finally {
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  checkServerVersion(rows[0]?.version ?? 0);
}

/** Throws StartupError for a server that is too old. @param version as in `server_version_num`: 150018 for 15.18 */
export function checkServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_SERVER) {
    throw new StartupError(`PostgreSQL ${major} is too old: Ringbinder needs ${OLDEST_SERVER} or newer`);
  }
}

async function readApplied(client: pg.Client): Promise<{ number: number; checksum: string }[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL)`,
  );
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM schema_migrations ORDER BY number',
  );
  return rows;
}

function checkApplied(
  migrations: readonly Migration[],
  applied: readonly { number: number; checksum: string }[],
): void {
  if (applied.length > migrations.length) {
    throw new StartupError(
      `this database has schema version ${applied.length}, but this Ringbinder knows only ${migrations.length}: start the newer Ringbinder that made it`,
    );
  }
  for (const [index, { checksum }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.checksum !== checksum) {
      throw new StartupError(
        `migration ${migration?.name} was changed after this database had applied it: restore the original file`,
      );
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      const isLocked = LOCK_NOT_AVAILABLE.has((error as { code?: string }).code ?? '');
      if (!isLocked || performance.now() - since > MAX_LOCKED_MS) {
        // The connection is closed next, and the server takes back what was not committed.
        throw new StartupError(
          `migration ${migration.name} failed and was taken back, the database is as it was before it: ${(error as Error).message}`,
          { cause: error },
        );
      }
      await client.query('ROLLBACK');
      await delay(PAUSE_MS);
    }
  }
}

async function applyOnce(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
  await client.query('COMMIT');
}
