import type pg from 'pg';
import { currentClass } from '../limits/call-class.ts';
import type { ConnectionPermits } from './connection-permits.ts';
import type { ConnectionSupply } from './connection-supply.ts';
import { type Liveness, ServerSilent } from './liveness.ts';
import { DatabaseBusy, DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** A pool, who may use a connection of it, and whether its server answers. */
export interface Connections {
  pool: pg.Pool;
  permits: ConnectionPermits;
  liveness: Liveness;
  /** Whether a pooler lends a connection of the server to each transaction, so that nothing may be left on one. */
  isPooled: boolean;
  supply: ConnectionSupply;
}

/** A connection that is borrowed. Once `broken` is set it is closed instead of being borrowed again. */
export interface BorrowedConnection {
  client: pg.PoolClient;
  liveness: Liveness;
  isPooled?: boolean;
  broken: Error | undefined;
}

/**
 * Lends a connection to `work`. Throws DatabaseBusy at once when too many callers wait for one already, and
 * DatabaseUnavailable when none can be had; a connection that broke under `work` goes, and the pool goes on with others.
 */
export async function withConnection<T>(
  connections: Connections,
  work: (borrowed: BorrowedConnection) => Promise<T>,
): Promise<T> {
  const { permits, liveness } = connections;
  if (liveness.isSilent()) throw new DatabaseUnavailable(new ServerSilent());
  await permits.take(currentClass(), liveness.watch).catch((error) => {
    throw error instanceof DatabaseBusy ? error : new DatabaseUnavailable(error);
  });
  try {
    return await useConnection(connections, work);
  } finally {
    permits.giveBack();
  }
}

async function useConnection<T>(
  connections: Connections,
  work: (borrowed: BorrowedConnection) => Promise<T>,
): Promise<T> {
  const { liveness, isPooled, supply } = connections;
  const client = await borrow(connections)
    .catch((error) => {
      if (supply.isLimitedBy(error)) return borrow(connections);
      throw error;
    })
    .catch((error) => {
      throw new DatabaseUnavailable(error);
    });
  const borrowed: BorrowedConnection = { client, liveness, isPooled, broken: undefined };
  // Without a listener a connection that dies between two statements would end the process.
  const onError = (error: Error) => {
    borrowed.broken = error;
  };
  client.on('error', onError);
  try {
    return await work(borrowed);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) borrowed.broken ??= error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(borrowed.broken);
  }
}

/** A connection of the pool. Rejects when none can be opened, or the server is found silent meanwhile. */
function borrow(connections: Connections): Promise<pg.PoolClient> {
  const { pool, liveness } = connections;
  if (pool.idleCount > pool.waitingCount) return pool.connect();
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = liveness.watch((error) => {
      isOver = true;
      reject(error);
    });
    pool.connect((error, client) => {
      end();
      if (isOver) client?.release();
      else if (client) resolve(client);
      else reject(error);
    });
  });
}

/** What a statement is sent on. */
type Sending = Pick<BorrowedConnection, 'client' | 'liveness' | 'isPooled'>;

// A statement's text names it: each text is parsed and planned once per connection. Behind a pooler it has no name: the
// next one comes on another connection, which does not know it, or knows another statement of that name.
const statementNames = new Map<string, string>();
let namesGiven = 0;

function nameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `q${namesGiven++}`;
    statementNames.set(text, name);
  }
  return name;
}

/**
 * Whether a statement was refused because a newer version of this program, beside this one, has given its table another
 * column since the connection prepared it (`SELECT *`, `RETURNING *`). PostgreSQL tells it by the function that refuses.
 */
export const isStalePlan = (error: unknown) =>
  (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/** Runs one statement. Throws DatabaseUnavailable when there is no server, else the driver's error. */
export async function runStatement<R extends pg.QueryResultRow>(
  borrowed: Sending,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  try {
    return await send(borrowed, text, values);
  } catch (error) {
    // Whoever tries again prepares it anew, under another name.
    if (isStalePlan(error)) statementNames.delete(text);
    // The trace that leads here, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw isUnavailable(error) || error instanceof ServerSilent ? new DatabaseUnavailable(error) : error;
  }
}

/**
 * Sends a statement. By callback and with a timer of our own: the driver's promise and its `query_timeout` keep all that
 * a query belonged to alive past the collections of the young, so that 10,000 calls leave 20 MB to the old.
 */
function send<R extends pg.QueryResultRow>(
  { client, liveness, isPooled }: Sending,
  text: string,
  values: readonly unknown[],
) {
  return new Promise<pg.QueryResult<R>>((resolve, reject) => {
    const end = liveness.watch(reject);
    const statement = { ...(isPooled ? {} : { name: nameOf(text) }), text, values: values as unknown[] };
    client.query<R>(statement, (error: Error | null, result) => {
      end();
      if (error) reject(error);
      else {
        liveness.recordAnswer();
        resolve(result);
      }
    });
  });
}
