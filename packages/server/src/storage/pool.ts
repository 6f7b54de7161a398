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

/** How many connections a pool has open, how many of those are idle, and how many queries wait for one. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

export interface DatabasePool extends Database {
  /** How it is used at this moment. */
  usage(): PoolUsage;
  /** Resolves when the server answers, however many calls wait for the pool. Rejects when it does not. */
  ping(): Promise<void>;
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>;
}

/**
 * How to reach the database: a connection string, of one server or of several (`readDatabaseAddress`), or the settings of
 * a socket. `directString` leads past a pooler in transaction mode, to which the other one leads then.
 */
export type ConnectionSettings =
  | { connectionString: string; directString?: string }
  | { host: string; port: number; user: string; database: string };

export interface PoolOptions {
  max: number;
  /** The most callers that wait for a connection (50 for each); whoever comes then is told at once that it is busy. */
  maxWaiting?: number;
  /** Milliseconds to wait for a connection. */
  waitMs?: number;
  /** Told of connections that broke while idle, and of a hook that threw. */
  onError?: (error: Error) => void;
  /** Told when the database goes away, and when it answers again. */
  outages?: OutageListener;
  /** Told when another of several servers is the primary. */
  onMove?: MoveListener;
  /** Told, once a minute at the most, that the server gives no more connections than the `open` ones. */
  onFull?: (error: Error, open: number) => void;
}

/** For each connection. Some 50 ms of reading or posting; what has to wait much longer is better tried again. */
const MAX_WAITING = 50;
const WAIT_MS = 5_000;

/**
 * Every statement is planned once for each connection. Left to itself PostgreSQL plans one with a `LIMIT $n` anew each
 * time, since it takes an unknown limit for a tenth of the table: a list of 50 messages of a million took 1,020 µs,
 * with the plan kept 290 µs. A statement that wants a plan for its values must carry them in its text.
 */
export const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';

/** What each connection asks for when it is opened. */
export const SESSION_SETTINGS = {
  statement_timeout: 30_000,
  // A process that froze in a transaction must not hold a binder's lock for ever.
  idle_in_transaction_session_timeout: 60_000,
  options: PLAN_ONCE,
};

/** The way to the server itself, for what needs a session: migrations and LISTEN. The same where there is no pooler. */
export function directly(connection: ConnectionSettings): ConnectionSettings {
  const direct = 'connectionString' in connection ? connection.directString : undefined;
  return direct === undefined ? connection : { connectionString: direct };
}

// Counts and times come as bigint; all of ours fit a double exactly (they are below 2^53).
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, (text: string) => text);

/** Opens a pool of `max` connections. Nothing connects before the first query. */
export function openDatabase(connection: ConnectionSettings, options: PoolOptions): DatabasePool {
  const { max, maxWaiting = max * MAX_WAITING, waitMs = WAIT_MS, onError = () => {} } = options;
  const isPooled = directly(connection) !== connection;
  const pool = new pg.Pool({
    ...connection,
    // The operator gives them to the role: PgBouncer refuses what a connection wants for itself.
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
  // A server that greets and goes away in one breath: whoever is borrowed the connection has had no time to listen.
  pool.on('connect', (client) => client.on('error', () => {}));
  // A pooler greets by itself, also when the server behind it is silent.
  const ways = new Set([connection, directly(connection)]);
  const liveness = probeLiveness(async () => void (await Promise.all([...ways].map(ping))));
  const ends = [...ways].map((way) => primaryBehind(way)?.follow(options.onMove ?? (() => {})));
  const permits = createConnectionPermits({ max, maxWaiting, waitMs });
  const supply = watchSupply(pool, max, options.onFull);
  const connections: Connections = { pool, permits, liveness, isPooled, supply };
  const watched = watchOutages(options.outages ?? { onOutage: () => {}, onReturn: () => {} });

  return {
    query<R extends Row>(text: string, values?: readonly unknown[]) {
      return watched(() =>
        retryLostRaces(async () => {
          const { rows } = await withConnection(connections, (borrowed) =>
            runStatement<R>(borrowed, text, values),
          );
          return rows;
        }),
      );
    },
    async transaction(work) {
      const { result, hooks } = await watched(() => retryLostRaces(() => runTransaction(connections, work)));
      for (const hook of hooks) callHook(hook, onError);
      return result;
    },
    afterCommit: (hook) => hook(),
    usage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: permits.waiting }),
    async ping() {
      await liveness.ask();
      // It answers, and lets nobody in: asked with the first call that would be refused.
      if (supply.isOut()) await withConnection(connections, async () => undefined);
    },
    close() {
      liveness.close();
      for (const end of ends) end?.();
      // It does not wait for the connections to be gone: a server stopped at once says so on them, to nobody.
      pool.off('error', onError).on('error', () => {});
      return pool.end();
    },
  };
}

function primaryBehind(connection: ConnectionSettings) {
  return 'connectionString' in connection ? primaryOf(connection.connectionString) : undefined;
}

/**
 * Connects once more. Rejects when the server does not say anything; a refusal of its own is an answer. Of several
 * servers one has to take writes.
 */
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

/** What is committed has succeeded, whatever a hook does then. */
function callHook(hook: () => void, onError: (error: Error) => void): void {
  try {
    hook();
  } catch (error) {
    onError(error as Error);
  }
}
