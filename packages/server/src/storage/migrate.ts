import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from './client.ts';
import { type ConnectionSettings, directConnection } from './pool.ts';
import { StartupError } from './startup-error.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
  /** After this migration, a release without migration `needs` cannot run. */
  needs: number;
}

const NEEDS = /^-- needs: (\d{4})$/m;

const ownMigrations = new URL('./migrations/', import.meta.url);
const MIGRATION_LOCK = 7_246_283;
const OLDEST_SERVER = 15;
/** Short, because other statements queue behind a waiting migration. */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1_000;
/** All other transactions end earlier: statements after 30 s, and idle transactions after 60 s. */
const MAX_LOCKED_MS = 300_000;
const LOCK_NOT_AVAILABLE = new Set(['55P03', '40P01']);

export async function readMigrations(directory = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4));
      if (number !== index + 1) throw new Error(`migration ${name} should have number ${index + 1}`);
      const sql = await readFile(new URL(name, directory), 'utf8');
      const needs = Number(NEEDS.exec(sql)?.[1] ?? 0);
      return { number, name, sql, needs, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Returns migrations of newer releases. Throws StartupError if the server is too old, if a newer release
 * removed something that this release needs, if a migration was changed or fails, or if a lock is held for
 * over five minutes.
 */
export async function migrate(
  connection: ConnectionSettings,
  providedMigrations?: readonly Migration[],
): Promise<string[]> {
  const migrations = providedMigrations ?? (await readMigrations());
  const client = new DatabaseClient({
    ...directConnection(connection),
    application_name: 'ringbinder migrations',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    // The role may have a statement timeout.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await readApplied(client);
    const mismatch = findMismatch(migrations, applied);
    if (mismatch) throw new StartupError(`${mismatch.detail}: ${mismatch.remedy}`);
    for (const migration of migrations.slice(applied.length)) await apply(client, migration);
    return applied.slice(migrations.length).map(({ name }) => name);
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

export function checkServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_SERVER) {
    throw new StartupError(`PostgreSQL ${major} is too old: Ringbinder needs ${OLDEST_SERVER} or newer`);
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (number int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL)`,
  );
  // Databases of earlier releases lack the column. IF NOT EXISTS would lock the table at each start.
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'needs' AND NOT attisdropped`,
  );
  if (rowCount === 0)
    await client.query('ALTER TABLE schema_migrations ADD COLUMN needs int NOT NULL DEFAULT 0');
  const { rows } = await client.query<AppliedMigration>(SELECT_APPLIED);
  return rows;
}

export interface AppliedMigration extends Record<string, unknown> {
  number: number;
  name: string;
  checksum: string;
  needs: number;
}

export const SELECT_APPLIED = `SELECT number, name, checksum, coalesce((to_jsonb(m)->>'needs')::int, 0) AS needs
  FROM schema_migrations m ORDER BY number`;

export function findMismatch(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): { detail: string; remedy: string } | undefined {
  const contracting = applied.slice(migrations.length).find(({ needs }) => needs > migrations.length);
  if (contracting)
    return {
      detail: `a newer Ringbinder ran the migration ${contracting.name}, which removed what this release needs`,
      remedy: 'start the newer release, or restore a backup from before the upgrade',
    };
  const known = applied.slice(0, migrations.length);
  const changed = known.findIndex(({ checksum }, index) => migrations[index]?.checksum !== checksum);
  if (changed === -1) return undefined;
  return {
    detail: `migration ${migrations[changed]?.name} was changed after this database had applied it`,
    remedy: 'restore the original file',
  };
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      const isLocked = LOCK_NOT_AVAILABLE.has((error as { code?: string }).code ?? '');
      if (!isLocked || performance.now() - since > MAX_LOCKED_MS) {
        throw new StartupError(
          `migration ${migration.name} failed and was rolled back, the database is unchanged: ${(error as Error).message}`,
          { cause: error },
        );
      }
      await client.query('ROLLBACK');
      await delay(PAUSE_MS);
    }
  }
}

async function applyOnce(
  client: pg.Client,
  { number, name, sql, checksum, needs }: Migration,
): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await client.query(
    'INSERT INTO schema_migrations (number, name, checksum, needs) VALUES ($1, $2, $3, $4)',
    [number, name, checksum, needs],
  );
  await client.query('COMMIT');
}
