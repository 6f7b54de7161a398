import type { Database, Transaction } from '../../storage/database.ts';

export interface ArchivedTable {
  name: string;
  order: readonly string[];
  key: string;
  /** The values of these columns depend on the installation. */
  omitted: readonly string[];
}

const BATCH = 200;
const PEOPLE_BATCH = 1_000;

/** DECLARE takes no parameters, so it reads this setting. */
export async function setArchivedBinder(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(`SELECT set_config('ringbinder.archived_binder', $1, true)`, [binderId]);
}

/** JSON text preserves all digits of numbers. */
export async function* readRows(
  tx: Transaction,
  { name, key, order }: ArchivedTable,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const texts = await findTextColumns(tx, name);
  // The collation `C` has the same order on every server.
  const by = order.map((column) => (texts.has(column) ? `"${column}" COLLATE "C"` : `"${column}"`));
  await tx.query(
    `DECLARE archived_rows NO SCROLL CURSOR FOR
     SELECT to_jsonb(row_of)::text AS line FROM (
       SELECT ${columnList(columns)} FROM ${name} WHERE ${key} = current_setting('ringbinder.archived_binder') ORDER BY ${by.join(', ')}
     ) row_of`,
  );
  for (;;) {
    const rows = await tx.query<{ line: string }>(`FETCH ${BATCH} FROM archived_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < BATCH) break;
  }
  await tx.query('CLOSE archived_rows');
}

async function findTextColumns(db: Database, table: string): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = $1::text::regclass AND atttypid = 'text'::regtype AND attnum > 0`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}

const columnList = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

export async function* readLinks(
  db: Database,
  binderId: string,
  through: number,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  for (let last = 0; last < through; last += BATCH) {
    const rows = await db.query<{ line: string }>(
      `SELECT to_jsonb(row_of)::text AS line FROM (
         SELECT ${columnList(columns)} FROM binder_chain WHERE binder_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq
       ) row_of`,
      [binderId, last, Math.min(last + BATCH, through)],
    );
    yield rows.map(({ line }) => line);
  }
}

export async function* findPeople(tx: Transaction, ids: readonly string[]): AsyncGenerator<string[]> {
  const sorted = ids.toSorted();
  for (let at = 0; at < sorted.length; at += PEOPLE_BATCH) {
    const rows = await tx.query<{ line: string }>(
      `SELECT jsonb_build_object('id', id, 'name', name, 'first_name', first_name, 'last_name', last_name, 'is_bot', is_bot)::text
         AS line FROM users WHERE id = ANY($1) ORDER BY id COLLATE "C"`,
      [sorted.slice(at, at + PEOPLE_BATCH)],
    );
    yield rows.map(({ line }) => line);
  }
}

export function findReferencedBlobs(
  db: Database,
  binderId: string,
): Promise<{ sha256: string; size: number }[]> {
  return db.query(
    `SELECT sha256, size FROM blobs WHERE sha256 IN (
       SELECT sha256 FROM files WHERE binder_id = $1
       UNION SELECT pdf_sha256 FROM files WHERE binder_id = $1
       UNION SELECT cover_sha256 FROM binders WHERE id = $1
       UNION SELECT audio ->> 'sha256' FROM messages WHERE binder_id = $1 AND audio IS NOT NULL
     ) ORDER BY sha256 COLLATE "C"`,
    [binderId],
  );
}

export async function findBinderName(db: Database, binderId: string): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM binders WHERE id = $1', [binderId]);
  return row?.name ?? '';
}

export async function findColumns(db: Database, tables: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ name: string; columns: string[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relname = ANY($1::text[]) AND c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname`,
    [tables],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}
