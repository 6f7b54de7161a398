/**
 * `npm run restore -- --from DIRECTORY|s3://… --into DATA_DIR [--at TIME|LOG_POSITION | --backup ID]
 * [--same-files] [--skip-missing]`. With `--files`, it restores only the files. Exit status: 1 if the directory is not
 * empty, the backup is damaged or the hash chain of a binder's log is broken; 2 if files are missing in the backup.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readManifests } from '../backup/manifest.ts';
import { openBackupPlace } from '../backup/place.ts';
import { formatLsn } from '../backup/replication.ts';
import {
  EXTERNAL_DATABASE,
  type RestoredEnvironment,
  restoreAllFiles,
  restoreBackup,
} from '../backup/restore.ts';
import { findRestorePoint, type RestorePoint, readTarget } from '../backup/restore-point.ts';
import { openBackupStore } from '../backup/store.ts';
import { readConfig } from '../config/config.ts';
import { reachDatabases } from '../storage/engine.ts';
import { StartupError } from '../storage/startup-error.ts';
import { backupAddressOf, bytesText, progressLines, runBackupCommand } from './backup-options.ts';
import { checkChains } from './chains.ts';

const INCOMPLETE = 2;
const EMBEDDED = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URL: '', ROLE: '' };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      into: { type: 'string' },
      at: { type: 'string' },
      backup: { type: 'string' },
      files: { type: 'boolean' },
      'same-files': { type: 'boolean', default: false },
      'skip-missing': { type: 'boolean', default: false },
    },
  });
  if (!values.into) throw new StartupError('--into is missing: name an empty directory, the new DATA_DIR');
  const config = { ...readConfig({ ...process.env, ...EMBEDDED }), dataDir: resolve(values.into) };
  const place = await openBackupPlace(backupAddressOf('--from', values.from, config), { creates: false });
  const store = openBackupStore(place, config.backupKey);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const options = {
    config,
    signal: interrupted.signal,
    sameFiles: values['same-files'],
    skipsMissing: values['skip-missing'],
    onProgress: progressLines(),
    check,
  };
  if (values.files) {
    const damaged = (await readManifests(store)).flatMap((each) => each.damaged ?? []);
    return restoreAllFiles(store, await reachDatabases(readConfig(process.env)), damaged, options);
  }
  if (values.at && values.backup) throw new StartupError('--at and --backup exclude each other');
  const target = values.at === undefined ? undefined : readTarget(values.at);
  const point = await findRestorePoint(store, { backup: values.backup, target });
  process.stdout.write(`${describe(point, place.name)}\n`);
  await restoreBackup(store, point, options);
  place.close();
  process.stdout.write(`${nextStep(point, config.dataDir)}\n`);
}

function describe({ manifest, status, target }: RestorePoint, place: string): string {
  const backup = `restoring the backup ${manifest.id} from ${place}`;
  if (target !== undefined)
    return `${backup} and the log until ${'lsn' in target ? formatLsn(target.lsn) : new Date(target.at).toISOString()}`;
  return status === undefined ? backup : `${backup} and the log until ${status.lsn} (${status.at})`;
}

function nextStep({ manifest: { postgres } }: RestorePoint, dataDir: string): string {
  if (postgres.is_embedded) return `restored. Start Ringbinder with DATA_DIR=${dataDir}`;
  const [major] = postgres.version.split('.');
  return [
    `restored the database directory and the key. Next:`,
    `1. Start PostgreSQL ${major} on ${join(dataDir, EXTERNAL_DATABASE)}: it replays the log.`,
    '2. Set DATABASE_URL to it, and restore the files: npm run restore -- --from … --into … --files',
    `3. Start Ringbinder with DATABASE_URL and DATA_DIR=${dataDir}.`,
  ].join('\n');
}

async function check({ name, db, files, fileBytes, missing }: RestoredEnvironment): Promise<void> {
  const [row] = await db.query<{ users: number; messages: number }>(
    'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM messages) AS messages',
  );
  process.stdout.write(
    `${name}: ${row?.users} users, ${row?.messages} messages, ${files} files (${bytesText(fileBytes)})\n`,
  );
  for (const sha256 of missing) {
    process.exitCode ??= INCOMPLETE;
    process.stderr.write(`the file ${sha256} is missing in the backup\n`);
  }
  await checkChains(name, db);
}

await runBackupCommand(main);
