/**
 * Restores an installation into an empty directory: `npm run restore -- --from DIRECTORY|s3://… --into DATA_DIR
 * [--at TIME|LOG_POSITION | --backup ID]`. Restores the latest state, the state of a time, or a backup alone. Verifies checksums, hash chains and files, and prints what it restored. The exit status is 1 if the
 * directory is in use, the backup is damaged, or a chain is broken.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBackupPlace } from '../backup/place.ts';
import { formatLsn } from '../backup/replication.ts';
import { type RestoredEnvironment, restoreBackup } from '../backup/restore.ts';
import { findRestorePoint, type RestorePoint, readTarget } from '../backup/restore-point.ts';
import { openBackupStore } from '../backup/store.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../storage/startup-error.ts';
import { backupAddressOf, bytesText, progressLines, runBackupCommand } from './backup-options.ts';
import { checkChains } from './chains.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      into: { type: 'string' },
      at: { type: 'string' },
      backup: { type: 'string' },
    },
  });
  if (!values.into) throw new StartupError('--into is missing: name an empty directory, the new DATA_DIR');
  const config = { ...readConfig({ ...process.env, DATABASE_URL: '' }), dataDir: resolve(values.into) };
  const place = await openBackupPlace(backupAddressOf('--from', values.from, config), { creates: false });
  const store = openBackupStore(place, config.backupKey);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  if (values.at && values.backup) throw new StartupError('--at and --backup exclude each other');
  const target = values.at === undefined ? undefined : readTarget(values.at);
  const point = await findRestorePoint(store, { backup: values.backup, target });
  process.stdout.write(`${describe(point, place.name)}\n`);
  await restoreBackup(store, point, {
    config,
    signal: interrupted.signal,
    onProgress: progressLines(),
    check,
  });
  place.close();
  process.stdout.write(`restored. Start Ringbinder with DATA_DIR=${config.dataDir}\n`);
}

function describe({ manifest, status, target }: RestorePoint, place: string): string {
  const backup = `restoring the backup ${manifest.id} from ${place}`;
  if (target !== undefined)
    return `${backup} and the log until ${'lsn' in target ? formatLsn(target.lsn) : new Date(target.at).toISOString()}`;
  return status === undefined ? backup : `${backup} and the log until ${status.lsn} (${status.at})`;
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
