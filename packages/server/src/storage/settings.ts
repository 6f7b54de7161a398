import type { Database } from './database.ts';

export async function readSetting<T>(db: Pick<Database, 'query'>, name: string): Promise<T | undefined> {
  const [row] = await db.query<{ value: T }>('SELECT value FROM settings WHERE name = $1', [name]);
  return row?.value;
}

export async function readOrStoreSetting(
  db: Pick<Database, 'query'>,
  name: string,
  value: string,
): Promise<string> {
  const [row] = await db.query<{ value: string }>(
    `INSERT INTO settings (name, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value`,
    [name, value],
  );
  if (!row) throw new Error(`the setting ${name} was neither created nor found`);
  return row.value;
}
