/** A row as the driver gives it: column name to value. */
export type Row = Record<string, unknown>;

/**
 * What a query runs on: the pool, or one transaction of it. A service takes a `Database` and does not know which,
 * so a caller can put several services into one transaction.
 *
 * Everything throws DatabaseUnavailable when there is no server, and its kind DatabaseBusy when too many wait for it.
 */
export interface Database {
  /** Runs one statement, prepared once per connection, and gives its rows. Tried again when it lost a race. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs `work` in a transaction (the surrounding one when there is one) and commits. Started again from the beginning
   * when the engine says the transaction lost a race (SQLSTATE 40001, 40P01), so `work` must keep its effects in the
   * database. What `work` does is to be waited for in it. A statement that failed ends the transaction: an error of the
   * driver that `work` catches and ignores makes the commit throw.
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

/** The first row of a statement; undefined when it gives none. */
export async function first<R extends Row>(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<R | undefined> {
  const [row] = await db.query<R>(text, values);
  return row;
}

/** Whether a statement gives a row, such as one that was changed. */
export async function hasRow(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<boolean> {
  const rows = await db.query(text, values);
  return rows.length > 0;
}
