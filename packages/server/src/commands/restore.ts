/**
 * Restores an installation into an empty directory: `npm run restore -- --from DIRECTORY|s3://… --into DATA_DIR
 * [--backup ID]`. Verifies checksums, hash chains and files, and prints what it restored. The exit status is 1 if the
 * directory is in use, the backup is damaged, or a chain is broken.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Manifest, readManifest, readManifests } from '../backup/manifest.ts';
import { openBackupPlace } from '../backup/place.ts';
import { type RestoredEnvironment, restoreBackup } from '../backup/restore.ts';
import { type BackupStore, openBackupStore } from '../backup/store.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../storage/startup-error.ts';
import { backupAddressOf, bytesText, progressLines, runBackupCommand } from './backup-options.ts';
import { checkChains } from './chains.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      into: { type: 'string' },
      backup: { type: 'string' },
    },
  });
  if (!values.into) throw new StartupError('--into is missing: name an empty directory, the new DATA_DIR');
  const config = { ...readConfig({ ...process.env, DATABASE_URL: '' }), dataDir: resolve(values.into) };
  const place = await openBackupPlace(backupAddressOf('--from', values.from, config), { creates: false });
  const store = openBackupStore(place, config.backupKey);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const manifest = await findBackup(store, values.backup);
  process.stdout.write(`restoring the backup ${manifest.id} from ${place.name} into ${config.dataDir}\n`);
  await restoreBackup(store, manifest, undefined, {
    config,
    signal: interrupted.signal,
    onProgress: progressLines(),
    check,
  });
  place.close();
  process.stdout.write(`restored. Start Ringbinder with DATA_DIR=${config.dataDir}\n`);
}

async function findBackup(store: BackupStore, id: string | undefined): Promise<Manifest> {
  const manifest = id === undefined ? (await readManifests(store)).at(-1) : await readManifest(store, id);
  if (manifest === undefined)
    throw new StartupError(`${store.place.name} has no complete backup${id === undefined ? '' : ` ${id}`}`);
  return manifest;
}

async function check({ name, db, files, fileBytes }: RestoredEnvironment): Promise<void> {
  const [row] = await db.query<{ users: number; messages: number }>(
    'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM messages) AS messages',
  );
  process.stdout.write(
    `${name}: ${row?.users} users, ${row?.messages} messages, ${files} files (${bytesText(fileBytes)})\n`,
  );
  await checkChains(name, db);
}

await runBackupCommand(main);
