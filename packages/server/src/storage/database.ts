export type Row = Record<string, unknown>;

/** The pool or a transaction. All methods throw DatabaseUnavailable, or its subclass DatabaseBusy under overload. */
export interface Database {
  /** Outside a transaction, retries the statement after a lost race. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Commits, or joins the surrounding transaction. Restarts `work` after a lost race (SQLSTATE 40001, 40P01): it may
   * have effects only in the database, and must await everything. If `work` ignores a failed statement, the commit
   * throws.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs at once outside a transaction, never after a rollback. Only for wake-ups, which may be lost. */
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

export async function hasRow(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<boolean> {
  const rows = await db.query(text, values);
  return rows.length > 0;
}
