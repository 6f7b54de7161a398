import type pg from 'pg';
import { DatabaseBusy, DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** A pool, and how many callers may wait for a connection of it. */
export interface Connections {
  pool: pg.Pool;
  maxWaiting: number;
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
  { pool, maxWaiting }: Connections,
  work: (lent: Lent) => Promise<T>,
): Promise<T> {
  if (pool.waitingCount >= maxWaiting) throw new DatabaseBusy(`${maxWaiting} calls wait for a connection`);
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

/** Longer than a statement may take: after this the server has fallen silent without closing the connection. */
const SILENT_MS = 35_000;

/** Runs one statement. Throws DatabaseUnavailable when there is no server, else the driver's error. */
export async function runStatement<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  try {
    return await send(client, text, values);
  } catch (error) {
    // The trace that leads here, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}

/**
 * Sends a statement. By callback and with a timer of our own: the driver's promise and its `query_timeout` keep all that
 * a query belonged to alive past the collections of the young, so that 10,000 calls leave 20 MB to the old.
 */
function send<R extends pg.QueryResultRow>(client: pg.ClientBase, text: string, values: readonly unknown[]) {
  return new Promise<pg.QueryResult<R>>((resolve, reject) => {
    const silence = setTimeout(() => reject(new Error('Query read timeout')), SILENT_MS);
    const statement = { name: nameOf(text), text, values: values as unknown[] };
    client.query<R>(statement, (error: Error | null, result) => {
      clearTimeout(silence);
      if (error) reject(error);
      else resolve(result);
    });
  });
}
