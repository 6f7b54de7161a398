export type Row = Record<string, unknown>;

/**
 * The pool or a transaction. A service accepts either, so that a caller can combine several services in one
 * transaction.
 *
 * All methods throw DatabaseUnavailable if the server cannot be reached, and its subclass DatabaseBusy under overload.
 */
export interface Database {
  /** Runs a statement, which is prepared once per connection. Outside a transaction, retries it after a lost race. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs `work` in a transaction (the surrounding one, if any) and commits. Restarts `work` after a lost race (SQLSTATE
   * 40001, 40P01), so `work` must have effects only in the database. `work` must await everything it starts. A failed
   * statement aborts the transaction: if `work` ignores the driver's error, the commit throws.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `hook` after the commit: at once outside a transaction, never after a rollback. Only for wake-ups, which may
   * be lost.
   */
  afterCommit(hook: () => void): void;
}

declare const inTransactionMark: unique symbol;

export interface Transaction extends Database {
  readonly [inTransactionMark]?: true;
}

export async function first<R extends Row>(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<R | undefined> {
  const [row] = await db.query<R>(text, values);
  return row;
}

/** Whether a statement returns a row, such as an `UPDATE … RETURNING`. */
export async function hasRow(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<boolean> {
  const rows = await db.query(text, values);
  return rows.length > 0;
}
