import pg from 'pg';
import { errorCode } from './errors.ts';
import type { ConnectionSettings } from './lock.ts';

/**
 * Creates a database when there is none of that name, as a copy of `template` when one is given (it must have no
 * other connections). Safe when two processes do it at once. `administration` leads to another database of the server.
 */
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
    if (!isMadeByAnother(error)) throw error;
  } finally {
    await client.end();
  }
}

/** Whether making a database failed since it is there: duplicate_database, or of two at the same time unique_violation. */
export function isMadeByAnother(error: unknown): boolean {
  return errorCode(error) === '42P04' || errorCode(error) === '23505';
}
