export type Row = Record<string, unknown>;

/** A pool or transaction. Methods throw DatabaseUnavailable, or its subclass DatabaseBusy. */
export interface Database {
  /** Retries lost races outside transactions. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Commits, or joins a surrounding transaction. Restarts `work` after a lost race (SQLSTATE 40001, 40P01):
   * effects only in the database, and everything awaited. Ignored failures make the commit throw.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** At once outside a transaction, never after a rollback. Wake-ups only: they may be lost. */
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
