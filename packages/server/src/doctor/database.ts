import pg from 'pg';
import type { Config } from '../config/config.ts';
import { findLastBackup } from '../features/admin/index.ts';
import { findAuditBacklog } from '../features/audit/index.ts';
import { findClockLag } from '../log/clock-lag.ts';
import { DatabaseClient } from '../storage/client.ts';
import type { Database } from '../storage/database.ts';
import { databasesOf, findEmbeddedDatabases } from '../storage/engine.ts';
import {
  type AppliedMigration,
  checkServerVersion,
  findMismatch,
  type Migration,
  readMigrations,
  SELECT_APPLIED,
} from '../storage/migrate.ts';
import { type ConnectionSettings, directConnection } from '../storage/pool.ts';
import { primaryOf } from '../storage/primary.ts';
import { systemClock } from '../time/clock.ts';
import { CHECK_TIMEOUT_MS, type Check, type Finding, fail, ok, reasonOf, warn } from './check.ts';

type Name = 'production' | 'sandbox';
type Client = Pick<Database, 'query'>;

const LABELS = { production: 'Database', sandbox: 'Sandbox database' };
const REMEDY = 'check DATABASE_URL, the server and its log';
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const HOUR_MS = 3_600_000;
const MAX_AUDIT_LAG_SECONDS = 300;
const SHOWN_MIGRATIONS = 3;

export function databaseCheck(name: Name, config: Config): Check {
  const label = LABELS[name];
  return {
    name: label,
    needs: [
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'SANDBOX_DATABASE_URL',
      'DATA_DIR',
      'BACKUP_URL',
      'AUDIT_STREAM',
    ],
    remedy: REMEDY,
    async run() {
      const connection = await connectionOf(name, config);
      if (connection === undefined) return [ok(label, 'stopped: the service starts its own')];
      await primaryOf('connectionString' in connection ? connection.connectionString : undefined)?.find();
      const client = await connect(connection).catch((error: NodeJS.ErrnoException) => error);
      if (client instanceof Error) return [explain(client, label, config.databaseUrl === undefined)];
      try {
        return await examine(name, config, client);
      } finally {
        void client.end().catch(() => undefined);
      }
    },
  };
}

async function connectionOf(name: Name, config: Config): Promise<ConnectionSettings | undefined> {
  if (config.databaseUrl !== undefined)
    return directConnection(databasesOf(config.databaseUrl, config)[name]);
  return (await findEmbeddedDatabases(config.dataDir))?.[name];
}

async function connect(connection: ConnectionSettings): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...connection,
    application_name: 'ringbinder doctor',
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  return client.connect();
}

function explain(error: NodeJS.ErrnoException, label: string, isEmbedded: boolean): Finding {
  // A crashed embedded server leaves its postmaster.pid, which names a closed address.
  if (isEmbedded && /^(ENOENT|ECONNREFUSED)$/.test(error.code ?? ''))
    return ok(label, 'stopped: the service starts its own');
  if (error.code === '3D000')
    return warn(label, reasonOf(error), 'start the service, which makes it if its user may');
  if (error.code === '28P01') return fail(label, reasonOf(error), 'correct the password in DATABASE_URL');
  return fail(label, reasonOf(error), REMEDY);
}

async function examine(name: Name, config: Config, client: pg.Client): Promise<Finding[]> {
  const label = LABELS[name];
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const db = {
    query: async (text: string, values: unknown[] = []) => (await client.query({ text, values, types })).rows,
  } as Client as Database;
  await client.query('BEGIN READ ONLY');
  const begunAt = performance.now();
  const [server] = await db.query<{ version: string; number: number; now: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
  );
  const answeredAt = Date.now();
  const ms = performance.now() - begunAt;
  if (!server) return [fail(label, 'no response', REMEDY)];
  try {
    checkServerVersion(server.number);
  } catch (error) {
    return [fail(label, reasonOf(error), 'upgrade PostgreSQL')];
  }
  const findings = [ok(label, `PostgreSQL ${server.version.split(' ')[0]}, ${ms.toFixed(1)} ms`)];
  const schema = await examineSchema(label, db);
  findings.push(...schema.findings);
  if (name === 'sandbox') return findings;
  const lag = schema.isComplete ? await findClockLag({ db, clock: systemClock }) : 0;
  findings.push(clockFinding(server.now - (answeredAt - ms / 2), lag));
  if (config.backupUrl !== undefined && schema.isComplete)
    findings.push(backupFinding((await findLastBackup(db))?.time, Date.now()));
  if (config.auditStream !== undefined && schema.isComplete)
    findings.push(auditFinding(await findAuditBacklog(db), Date.now()));
  return findings;
}

async function examineSchema(
  label: string,
  db: Client,
): Promise<{ isComplete: boolean; findings: Finding[] }> {
  const migrations = await readMigrations();
  const [table] = await db.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`,
  );
  const applied = table?.exists ? await db.query<AppliedMigration>(SELECT_APPLIED) : [];
  const mismatch = findMismatch(migrations, applied);
  if (mismatch) return { isComplete: false, findings: [fail(label, mismatch.detail, mismatch.remedy)] };
  const newer = applied.slice(migrations.length);
  if (newer.length > 0) {
    const detail = `a newer release ran ${listOf(newer)}; this release works with it, and can be upgraded again`;
    return { isComplete: true, findings: [ok(label, detail)] };
  }
  const pending = migrations.slice(applied.length);
  return pending.length === 0
    ? { isComplete: true, findings: [] }
    : { isComplete: false, findings: [upgradeFinding(label, applied.length, pending)] };
}

type NamedMigration = Pick<Migration, 'name' | 'needs'>;

function listOf(migrations: readonly Pick<Migration, 'name'>[]): string {
  const more = migrations.length - SHOWN_MIGRATIONS;
  const names = migrations.slice(0, SHOWN_MIGRATIONS).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function upgradeFinding(label: string, applied: number, pending: readonly NamedMigration[]): Finding {
  const detail = `an upgrade will run: ${listOf(pending)}`;
  if (applied === 0) return warn(label, detail, 'start the service');
  const contracting = pending.find(({ needs }) => needs > applied);
  return contracting
    ? warn(
        label,
        `${detail}. You cannot go back after ${contracting.name}`,
        'make a backup, the only way back, then start the service',
      )
    : warn(label, `${detail}. You can go back afterwards`, 'make a backup, then start the service');
}

/** `difference` is the database's clock minus this machine's clock, in milliseconds. */
export function clockFinding(difference: number, lag: number): Finding {
  const remedy = 'check the time synchronisation (NTP) of the machine';
  if (lag > 0)
    return warn('Clock', `${(lag / 1_000).toFixed(0)} s behind the newest message or page`, remedy);
  const detail = `${(Math.abs(difference) / 1_000).toFixed(1)} s from the database’s clock`;
  if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE_MS) return warn('Clock', detail, remedy);
  return ok('Clock', detail);
}

export function backupFinding(time: number | undefined, now: number): Finding {
  const remedy = 'run npm run backup, and read the log of the service';
  if (time === undefined) return warn('Backup', 'none yet', remedy);
  const hours = (now - time) / HOUR_MS;
  const detail = `${hours.toFixed(0)} h old`;
  if (hours > 72) return fail('Backup', detail, remedy);
  return hours > 28 ? warn('Backup', detail, remedy) : ok('Backup', detail);
}

export function auditFinding(
  { entries, since }: { entries: number; since: number | null },
  now: number,
): Finding {
  const name = 'Audit stream';
  if (since === null) return ok(name, 'the receiver has all entries');
  const seconds = Math.max(0, (now - since) / 1_000);
  const detail = `${entries} entries wait, the oldest for ${seconds.toFixed(0)} s`;
  if (seconds <= MAX_AUDIT_LAG_SECONDS) return ok(name, detail);
  return warn(name, detail, 'start a process with the role worker or all, and read its log');
}
