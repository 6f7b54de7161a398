import type { Database } from '../../../storage/database.ts';
import { readSetting } from '../../../storage/settings.ts';

export interface LastBackup extends Record<string, unknown> {
  /** Milliseconds since 1970. */
  time: number;
  bytes: number;
}

export async function storeLastBackup(db: Database, backup: LastBackup): Promise<void> {
  await db.query(
    `INSERT INTO settings (name, value) VALUES ('last_backup', $1::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(backup)],
  );
}

export const findLastBackup = (db: Database) => readSetting<LastBackup>(db, 'last_backup');
