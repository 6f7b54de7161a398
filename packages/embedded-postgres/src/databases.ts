import pg from 'pg';
import { errorCode } from './errors.ts';
import type { ConnectionSettings } from './lock.ts';

/** @param administration connects to an existing database of the same server */
export async function ensureDatabase(
  administration: ConnectionSettings,
  name: string,
  template?: string,
): Promise<void> {
  const client = new pg.Client(administration);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const copied = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${copied}`);
  } catch (error) {
    if (!isCreatedConcurrently(error)) throw error;
  } finally {
    await client.end();
  }
}

/** Matches `duplicate_database`, and `unique_violation`, which PostgreSQL throws in a race. */
export function isCreatedConcurrently(error: unknown): boolean {
  return errorCode(error) === '42P04' || errorCode(error) === '23505';
}
