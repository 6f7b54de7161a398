import pg from 'pg';
import { DatabaseClient } from './client.ts';
import { createConnectionPermits } from './connection-permits.ts';
import { watchSupply } from './connection-supply.ts';
import { type Connections, runStatement, withConnection } from './connections.ts';
import type { Database, Row } from './database.ts';
import { PING_TIMEOUT_MS, probeLiveness } from './liveness.ts';
import { type OutageListener, watchOutages } from './outage.ts';
import { type MoveListener, primaryOf } from './primary.ts';
import { retryLostRaces, runTransaction } from './transaction.ts';

export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabasePool extends Database {
  usage(): PoolUsage;
  /** Resolves if the server responds, even when the pool is exhausted. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** `directString` bypasses a transaction pooler. */
export type ConnectionSettings =
  | { connectionString: string; directString?: string }
  | { host: string; port: number; user: string; database: string };

export interface PoolOptions {
  max: number;
  maxWaiting?: number;
  waitMs?: number;
  onError?: (error: Error) => void;
  outages?: OutageListener;
  onMove?: MoveListener;
  onFull?: (error: Error, open: number) => void;
  onSlow?: (statement: string) => void;
}

/** A connection handles this many calls in 50 ms. A retry is better than a longer wait. */
const MAX_WAITING = 50;
const WAIT_MS = 5_000;

/**
 * PostgreSQL would plan `LIMIT $n` again for each call, which takes three times as long. If the best plan
 * depends on a value, write the value into the SQL.
 */
export const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';

export const SESSION_SETTINGS = {
  statement_timeout: 30_000,
  // A frozen process must not hold locks forever.
  idle_in_transaction_session_timeout: 60_000,
  options: PLAN_ONCE,
};

/** Migrations and LISTEN need a session, which a pooler lacks. */
export function directConnection(connection: ConnectionSettings): ConnectionSettings {
  const direct = 'connectionString' in connection ? connection.directString : undefined;
  return direct === undefined ? connection : { connectionString: direct };
}

// All values are below 2^53, so doubles are exact.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, (text: string) => text);

export function openDatabase(connection: ConnectionSettings, options: PoolOptions): DatabasePool {
  const { max, maxWaiting = max * MAX_WAITING, waitMs = WAIT_MS, onError = () => {} } = options;
  const isPooled = directConnection(connection) !== connection;
  const pool = new pg.Pool({
    ...connection,
    // PgBouncer rejects these settings.
    ...(isPooled ? {} : SESSION_SETTINGS),
    max,
    types,
    Client: DatabaseClient as unknown as NonNullable<pg.PoolConfig['Client']>,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'ringbinder',
  });
  pool.on('error', onError);
  // A connection may close before its borrower listens.
  pool.on('connect', (client) => client.on('error', () => {}));
  // A pooler accepts connections even when its server is down.
  const addresses = new Set([connection, directConnection(connection)]);
  const liveness = probeLiveness(async () => void (await Promise.all([...addresses].map(ping))));
  const stopFollowing = [...addresses].map((address) =>
    primaryBehind(address)?.follow(options.onMove ?? (() => {})),
  );
  const permits = createConnectionPermits({ max, maxWaiting, waitMs });
  const supply = watchSupply(pool, max, options.onFull);
  const connections: Connections = { pool, permits, liveness, isPooled, supply, onSlow: options.onSlow };
  const reportingOutages = watchOutages(options.outages ?? { onOutage: () => {}, onReturn: () => {} });

  return {
    query<R extends Row>(text: string, values?: readonly unknown[]) {
      return reportingOutages(() =>
        retryLostRaces(async () => {
          const { rows } = await withConnection(connections, (borrowed) =>
            runStatement<R>(borrowed, text, values),
          );
          return rows;
        }),
      );
    },
    async transaction(work) {
      const { result, hooks } = await reportingOutages(() =>
        retryLostRaces(() => runTransaction(connections, work)),
      );
      for (const hook of hooks) callHook(hook, onError);
      return result;
    },
    afterCommit: (hook) => hook(),
    usage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: permits.waiting }),
    async ping() {
      await liveness.probe();
      // The server may respond, but still allow no connections.
      if (supply.isExhausted()) await withConnection(connections, async () => undefined);
    },
    close() {
      liveness.close();
      for (const stop of stopFollowing) stop?.();
      // `end` does not wait for connections to close, and a stopping server may still send errors.
      pool.off('error', onError).on('error', () => {});
      return pool.end();
    },
  };
}

function primaryBehind(connection: ConnectionSettings) {
  return 'connectionString' in connection ? primaryOf(connection.connectionString) : undefined;
}

/** An error from the server counts as a response. Rejects if no server of a list accepts writes. */
async function ping(connection: ConnectionSettings): Promise<void> {
  const primary = primaryBehind(connection);
  if (primary) return primary.find();
  const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: PING_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** A failing hook must not fail the transaction, which is already committed. */
function callHook(hook: () => void, onError: (error: Error) => void): void {
  try {
    hook();
  } catch (error) {
    onError(error as Error);
  }
}
