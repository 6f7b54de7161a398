import { join } from 'node:path';
import { type Config, fileStoreSettings, filesDirectory } from '../config/config.ts';
import type { EnvironmentName } from '../environment/environment.ts';
import type { LastBackup } from '../features/admin/index.ts';
import type { Database } from '../storage/database.ts';
import { reachDatabases } from '../storage/engine.ts';
import { joined, openStores } from '../storage/files/index.ts';
import { openDatabase } from '../storage/pool.ts';
import { readSetting } from '../storage/settings.ts';
import type { BackupSource } from './create.ts';
import type { FileSource } from './files.ts';
import type { Manifest } from './manifest.ts';

const CONNECTIONS = 2;

export async function openBackupSource(config: Config): Promise<BackupSource & { close(): Promise<void> }> {
  const connections = await reachDatabases(config);
  const open = async (name: EnvironmentName): Promise<FileSource> => ({
    name,
    db: openDatabase(connections[name], { max: CONNECTIONS }),
    files: joined(await openStores(fileStoreSettings(config), filesDirectory(config, name), name)),
  });
  const environments = { production: await open('production'), sandbox: await open('sandbox') };
  return {
    connection: connections.production,
    isEmbedded: config.databaseUrl === undefined,
    environments,
    secretKeyPath: join(config.dataDir, 'secret.key'),
    slot: await slotOf(environments.production.db),
    async close() {
      for (const { db, files } of Object.values(environments)) {
        await files.close();
        await db.close();
      }
    },
  };
}

export async function slotOf(db: Database): Promise<string> {
  return `ringbinder_${(await readSetting<string>(db, 'database_id')) ?? ''}`;
}

export function summaryOf({ ended_at, database, files }: Manifest): LastBackup {
  const databaseBytes = database.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return { time: Date.parse(ended_at), bytes: databaseBytes + files.production.bytes + files.sandbox.bytes };
}
