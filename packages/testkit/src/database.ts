import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

export const SHARED_SERVER = 'RINGBINDER_TEST_SERVER';

export const TEMPLATE = 'ringbinder_template';

export interface ClonedDatabase {
  connection: Connection;
  drop(): Promise<void>;
}

export function sharedServer(): Connection {
  const text = process.env[SHARED_SERVER];
  if (!text) throw new Error('tests need the shared database server: run `npm test -- path/to/file.test.ts`');
  return JSON.parse(text) as Connection;
}

export function onDatabase(server: Connection, database: string): Connection {
  if (!('connectionString' in server)) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

export async function cloneDatabase(template: string | null = TEMPLATE): Promise<ClonedDatabase> {
  const server = sharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY file_copy` : ''}`);
  return {
    connection: onDatabase(server, name),
    drop: () => runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

export async function runOn(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
