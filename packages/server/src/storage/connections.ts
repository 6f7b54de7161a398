import type pg from 'pg';
import { currentClass } from '../limits/call-class.ts';
import { inChildSpan } from '../tracing/index.ts';
import type { ConnectionPermits } from './connection-permits.ts';
import type { ConnectionSupply } from './connection-supply.ts';
import { type Liveness, ServerSilent } from './liveness.ts';
import { summaryOf } from './statement-summary.ts';
import { DatabaseBusy, DatabaseUnavailable, isUnavailable } from './unavailable.ts';

export interface Connections {
  pool: pg.Pool;
  permits: ConnectionPermits;
  liveness: Liveness;
  isPooled: boolean;
  supply: ConnectionSupply;
  onSlow?: ((statement: string) => void) | undefined;
}

export interface BorrowedConnection {
  client: pg.PoolClient;
  liveness: Liveness;
  isPooled?: boolean;
  onSlow?: Connections['onSlow'];
  broken: Error | undefined;
}

/**
 * Throws DatabaseBusy if too many callers wait or the wait takes too long, and DatabaseUnavailable if no
 * connection is possible.
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
  const { liveness, isPooled, supply, onSlow } = connections;
  const client = await checkout(connections)
    .catch((error) => {
      if (supply.isLimitedBy(error)) return checkout(connections);
      throw error;
    })
    .catch((error) => {
      throw new DatabaseUnavailable(error);
    });
  const borrowed: BorrowedConnection = { client, liveness, isPooled, onSlow, broken: undefined };
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

function checkout(connections: Connections): Promise<pg.PoolClient> {
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

type Sending = Pick<BorrowedConnection, 'client' | 'liveness' | 'isPooled' | 'onSlow'>;

// PostgreSQL plans named statements once per connection.
const statementNames = new Map<string, string>();
let nameCount = 0;

function nameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `q${nameCount++}`;
    statementNames.set(text, name);
  }
  return name;
}

/** A newer release added a column to a table of the statement. Only the routine identifies this error. */
export const isStalePlan = (error: unknown) =>
  (error as { routine?: string }).routine === 'RevalidateCachedQuery';

const SLOW_STATEMENT_MS = 1_000;

const SPAN = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

export async function runStatement<R extends pg.QueryResultRow>(
  borrowed: Sending,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  try {
    return await inChildSpan(
      () => summaryOf(text),
      SPAN,
      () => send<R>(borrowed, text, values),
    );
  } catch (error) {
    // A retry needs another name.
    if (isStalePlan(error)) statementNames.delete(text);
    if (error instanceof Error) Error.captureStackTrace(error);
    throw isUnavailable(error) || error instanceof ServerSilent ? new DatabaseUnavailable(error) : error;
  }
}

/** The driver's promise and `query_timeout` would take 20 MB for 10,000 calls. */
function send<R extends pg.QueryResultRow>(
  { client, liveness, isPooled, onSlow }: Sending,
  text: string,
  values: readonly unknown[],
) {
  return new Promise<pg.QueryResult<R>>((resolve, reject) => {
    const end = liveness.watch(reject);
    const statement = { ...(isPooled ? {} : { name: nameOf(text) }), text, values: values as unknown[] };
    const begunAt = performance.now();
    client.query<R>(statement, (error: Error | null, result) => {
      end();
      if (performance.now() - begunAt > SLOW_STATEMENT_MS) onSlow?.(summaryOf(text));
      if (error) reject(error);
      else {
        liveness.recordResponse();
        resolve(result);
      }
    });
  });
}
