import pg from 'pg';
import { DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** A row as the driver gives it: column name to value. */
export type Row = Record<string, unknown>;

/**
 * What a query runs on: the pool, or one transaction of it. A service takes a `Database` and does not know which,
 * so a caller can put several services into one transaction.
 */
export interface Database {
  /** Runs one statement, prepared once per connection, and gives its rows. Throws DatabaseUnavailable when there is no server. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs `work` in a transaction (the surrounding one when there is one) and commits. Started again from the beginning
   * when the engine says the transaction lost a race (SQLSTATE 40001, 40P01), so `work` must keep its effects in the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `hook` once what was done so far is committed: at once outside a transaction, not at all when the
   * transaction is rolled back. For wake-ups that may be lost, nothing else.
   */
  afterCommit(hook: () => void): void;
}

declare const inTransactionMark: unique symbol;

/** A transaction under way. */
export interface Transaction extends Database {
  readonly [inTransactionMark]?: true;
}

/** The pool of one environment's database. */
export interface DatabasePool extends Database {
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>;
}

/** How to reach the database: a connection string or the settings of a socket. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

const RACE_LOST = new Set(['40001', '40P01']);
const MOST_ATTEMPTS = 8;

// Counts and times come as bigint; all of ours fit a double exactly (they are below 2^53).
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, (text: string) => text);

/**
 * Opens a pool of `max` connections. Nothing connects before the first query.
 * @param onError told of connections that broke while idle
 */
export function openDatabase(
  connection: ConnectionSettings,
  options: { max: number; onError?: (error: Error) => void },
): DatabasePool {
  const pool = new pg.Pool({
    ...connection,
    max: options.max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    application_name: 'ringbinder',
  });
  pool.on('error', (error) => options.onError?.(error));

  return {
    query: (text, values) => run(pool, text, values),
    transaction: (work) => inTransaction(pool, work),
    afterCommit: (hook) => hook(),
    close: () => pool.end(),
  };
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

async function run<R extends Row>(
  on: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  try {
    const result = await on.query<R>({ name: nameOf(text), text, values: values as unknown[] });
    return result.rows;
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      if (attempt < MOST_ATTEMPTS && RACE_LOST.has((error as { code?: string }).code ?? '')) continue;
      throw error;
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  const hooks: (() => void)[] = [];
  const tx: Transaction = {
    query: (text, values) => run(client, text, values),
    transaction: (inner) => inner(tx),
    afterCommit: (hook) => hooks.push(hook),
  };
  let broken: Error | undefined;
  // Without a listener a connection that dies between two statements would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await run(client, 'BEGIN');
    const result = await work(tx);
    await run(client, 'COMMIT');
    for (const hook of hooks) hook();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  }
}
