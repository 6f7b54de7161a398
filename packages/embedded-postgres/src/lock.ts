import pg from 'pg';
import { errorCode } from './errors.ts';
import { superuser } from './initialise.ts';
import { socketPort } from './settings.ts';

/** An advisory lock belongs to one database. This one is in `postgres`, which is otherwise unused. */
const lockKey = 0x72696e67;

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Overrides the variable PGSSLMODE. */
  readonly ssl: false;
}

export function connectionTo(socketDirectory: string, database: string): ConnectionSettings {
  return { host: socketDirectory, port: socketPort, user: superuser, database, ssl: false };
}

export interface Session {
  readonly client: pg.Client;
  readonly ended: Promise<void>;
}

export async function openSession(socketDirectory: string): Promise<Session> {
  const client = new pg.Client({
    ...connectionTo(socketDirectory, 'postgres'),
    application_name: `${applicationName}${process.pid}`,
    connectionTimeoutMillis: 10_000,
  });
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const applicationName = 'ringbinder process ';

export async function takeLock({ client }: Session, timeout: number): Promise<boolean> {
  try {
    await client.query(`SET lock_timeout = ${timeout}`);
    await client.query('SELECT pg_advisory_lock($1::bigint)', [lockKey]);
    await client.query('RESET lock_timeout');
    return true;
  } catch (error) {
    if (errorCode(error) === '55P03') return false;
    throw error;
  }
}

export async function lockHolder({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint::oid
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockKey],
  );
  const name = rows[0]?.application_name;
  return name?.startsWith(applicationName) ? Number(name.slice(applicationName.length)) : undefined;
}
