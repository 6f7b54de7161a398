import type pg from 'pg';
import { DatabaseBusy, DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** A pool, and how many callers may wait for a connection of it. */
export interface Connections {
  pool: pg.Pool;
  mostWaiting: number;
}

/** A connection that is lent. Once `broken` is set it is closed instead of being lent again. */
export interface Lent {
  client: pg.PoolClient;
  broken: Error | undefined;
}

/**
 * Lends a connection to `work`. Throws DatabaseBusy at once when too many callers wait for one already, and
 * DatabaseUnavailable when none can be had; a connection that broke under `work` goes, and the pool goes on with others.
 */
export async function withConnection<T>(
  { pool, mostWaiting }: Connections,
  work: (lent: Lent) => Promise<T>,
): Promise<T> {
  if (pool.waitingCount >= mostWaiting) throw new DatabaseBusy(`${mostWaiting} calls wait for a connection`);
  const client = await pool.connect().catch((error) => {
    throw new DatabaseUnavailable(error);
  });
  const lent: Lent = { client, broken: undefined };
  // Without a listener a connection that dies between two statements would end the process.
  const onError = (error: Error) => {
    lent.broken = error;
  };
  client.on('error', onError);
  try {
    return await work(lent);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) lent.broken ??= error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(lent.broken);
  }
}

// A statement's text names it: each text is parsed and planned once per connection.
const statementNames = new Map<string, string>();

function nameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `q${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Runs one statement. Throws DatabaseUnavailable when there is no server, else the driver's error. */
export async function runStatement<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  try {
    return await client.query<R>({ name: nameOf(text), text, values: values as unknown[] });
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}
