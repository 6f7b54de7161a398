import type { Database } from '../../../storage/database.ts';
import { readSetting } from '../../../storage/settings.ts';

/** The last complete backup of the installation. */
export interface LastBackup extends Record<string, unknown> {
  /** When it was complete, in milliseconds. */
  time: number;
  /** Of its database and all files. */
  bytes: number;
}

/** Stored in the production database. */
export async function storeLastBackup(db: Database, backup: LastBackup): Promise<void> {
  await db.query(
    `INSERT INTO settings (name, value) VALUES ('last_backup', $1::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(backup)],
  );
}

export const findLastBackup = (db: Database) => readSetting<LastBackup>(db, 'last_backup');
