import type pg from 'pg';
import { type Liveness, ServerSilent } from './liveness.ts';
import { DatabaseBusy, DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** A pool, how many callers may wait for a connection of it, and whether its server answers. */
export interface Connections {
  pool: pg.Pool;
  maxWaiting: number;
  liveness: Liveness;
  /** How long the caller who was last lent a connection had waited for it, in milliseconds. */
  lastWaitMs: number;
}

/** Work that is accepted is to take less than a second, and waiting is most of it when the database has too much to do. */
const LONG_WAIT_MS = 500;
/** For each connection: with fewer that wait it is slow, and refusing would not make it quicker. */
const MIN_WAITING_TO_REFUSE = 10;

/** A connection that is lent. Once `broken` is set it is closed instead of being lent again. */
export interface Lent {
  client: pg.PoolClient;
  liveness: Liveness;
  broken: Error | undefined;
}

/**
 * Lends a connection to `work`. Throws DatabaseBusy at once when too many callers wait for one already, and
 * DatabaseUnavailable when none can be had; a connection that broke under `work` goes, and the pool goes on with others.
 */
export async function withConnection<T>(
  connections: Connections,
  work: (lent: Lent) => Promise<T>,
): Promise<T> {
  const { pool, maxWaiting, liveness } = connections;
  if (liveness.isSilent()) throw new DatabaseUnavailable(new ServerSilent());
  if (pool.waitingCount >= maxWaiting) throw new DatabaseBusy(`${maxWaiting} calls wait for a connection`);
  if (connections.lastWaitMs > LONG_WAIT_MS && pool.waitingCount >= MIN_WAITING_TO_REFUSE * pool.options.max)
    throw new DatabaseBusy('calls wait too long for a connection');
  const client = await borrow(connections).catch((error) => {
    throw new DatabaseUnavailable(error);
  });
  const lent: Lent = { client, liveness, broken: undefined };
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

/** A connection of the pool. Rejects when none comes free in time, or the server is found silent meanwhile. */
function borrow(connections: Connections): Promise<pg.PoolClient> {
  const { pool, liveness } = connections;
  if (pool.idleCount > pool.waitingCount) {
    connections.lastWaitMs = 0;
    return pool.connect();
  }
  return new Promise((resolve, reject) => {
    // Not the time to open a connection, which is the database's and not the queue's.
    const begun = pool.totalCount < pool.options.max ? undefined : performance.now();
    let isOver = false;
    const end = liveness.watch((error) => {
      isOver = true;
      reject(error);
    });
    pool.connect((error, client) => {
      end();
      connections.lastWaitMs = begun === undefined ? 0 : performance.now() - begun;
      if (isOver) client?.release();
      else if (client) resolve(client);
      else reject(error);
    });
  });
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
  lent: Pick<Lent, 'client' | 'liveness'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  try {
    return await send(lent, text, values);
  } catch (error) {
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
  { client, liveness }: Pick<Lent, 'client' | 'liveness'>,
  text: string,
  values: readonly unknown[],
) {
  return new Promise<pg.QueryResult<R>>((resolve, reject) => {
    const end = liveness.watch(reject);
    const statement = { name: nameOf(text), text, values: values as unknown[] };
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
