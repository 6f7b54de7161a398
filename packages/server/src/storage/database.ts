export type Row = Record<string, unknown>;

export interface Database {
  /** Outside a transaction, retries after a serialization failure or a deadlock. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Commits, or joins a surrounding transaction. After a serialization failure or a deadlock, `work` runs
   * again, so it must await everything and have effects only in the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Use hooks only for wake-ups, because a crash can lose the call. Outside a transaction, the hook runs at
   * once.
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

export async function hasRow(
  db: Pick<Database, 'query'>,
  text: string,
  values?: readonly unknown[],
): Promise<boolean> {
  const rows = await db.query(text, values);
  return rows.length > 0;
}
