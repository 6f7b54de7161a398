/**
 * `npm run backup -- --to DIRECTORY|s3://…` works while the service is running. Exit status: 0 for a complete
 * backup, 1 if it failed, 2 if files were missing or damaged.
 */
import { parseArgs } from 'node:util';
import { createBackup } from '../backup/create.ts';
import { openBackupPlace } from '../backup/place.ts';
import { removeOldBackups } from '../backup/retention.ts';
import { openBackupSource, summaryOf } from '../backup/source.ts';
import { openBackupStore } from '../backup/store.ts';
import { readConfig } from '../config/config.ts';
import { findLastBackup, storeLastBackup } from '../features/admin/index.ts';
import { backupAddressOf, bytesText, progressLines, runBackupCommand } from './backup-options.ts';

const INCOMPLETE = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const config = readConfig(process.env);
  const address = backupAddressOf('--to', values.to, config);
  const source = await openBackupSource(config);
  try {
    const { db } = source.environments.production;
    const place = await openBackupPlace(address, { creates: (await findLastBackup(db)) === undefined });
    const store = openBackupStore(place, config.backupKey);
    // Frees space for the new copy. The call after the backup reports errors.
    await removeOldBackups(store, config.backupKeep).catch(() => undefined);
    const beganAt = performance.now();
    const { manifest, copied } = await createBackup(source, store, progressLines());
    await storeLastBackup(db, summaryOf(manifest));
    await removeOldBackups(store, config.backupKeep);
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
    const { production, sandbox } = manifest.files;
    process.stdout.write(
      `backup ${manifest.id} in ${place.name}: database ${bytesText(manifest.database.bytes)}, ` +
        `${production.count + sandbox.count} files (${bytesText(production.bytes + sandbox.bytes)}), ` +
        `${copied.count} of them new (${bytesText(copied.bytes)}), ${seconds} s\n`,
    );
    if (manifest.secret_key === null)
      process.stdout.write('the backup does not have SECRET_KEY: store it in another place\n');
    for (const sha256 of copied.damaged) {
      process.exitCode = INCOMPLETE;
      process.stderr.write(`the file ${sha256} is missing or damaged in the installation\n`);
    }
    place.close();
  } finally {
    await source.close();
  }
}

await runBackupCommand(main);
