import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Environment, EnvironmentName } from '../environment/environment.ts';
import type { PeriodicJob } from '../environment/periodic-jobs.ts';
import { findLastBackup, storeLastBackup } from '../features/admin/index.ts';
import { type Metrics, singleFlight } from '../http/index.ts';
import type { DatabaseEngine } from '../storage/engine.ts';
import { type BackupSource, createBackup } from './create.ts';
import { createLogArchive } from './log-archive.ts';
import { readManifests } from './manifest.ts';
import { openBackupPlace } from './place.ts';
import { removeOldBackups } from './retention.ts';
import { slotOf, summaryOf } from './source.ts';
import { type BackupStore, openBackupStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** If the machine is lost, at most the last 5 s of acknowledged work are lost. */
const ARCHIVE_MS = 1_000;
const CHECK_MS = 30_000;
const FIRST_CHECK_MS = 5_000;

export interface BackupService {
  jobs: PeriodicJob[];
  close(): void;
}

/** One process at a time archives the log and makes the daily backup. */
export async function prepareBackups(
  config: Config,
  engine: DatabaseEngine,
  environments: Record<EnvironmentName, Environment>,
  metrics: Metrics,
): Promise<BackupService | undefined> {
  const { backupUrl: address, backupKey, backupAt, backupKeep } = config;
  const { production } = environments;
  if (address === undefined) {
    await releaseLog(production).catch((error) =>
      production.log.warn({ err: error }, 'backup: removing the replication slot failed'),
    );
    return undefined;
  }
  const source: BackupSource = {
    connection: engine.connections.production,
    isEmbedded: engine.isEmbedded,
    environments,
    secretKeyPath: join(config.dataDir, 'secret.key'),
    slot: await slotOf(production.db),
  };
  let opened: BackupStore | undefined;
  const openStore = async () => {
    if (opened !== undefined) return opened;
    // Only the first backup creates the directory. Later, a missing directory may be on an unmounted disk.
    const isFirst = (await findLastBackup(production.db)) === undefined;
    opened = openBackupStore(await openBackupPlace(address, { creates: isFirst }), backupKey);
    return opened;
  };
  const archive = createLogArchive(source, openStore);

  async function backUpIfDue(): Promise<void> {
    const isContinuous = archive.isContinuous();
    if (isContinuous === undefined) return;
    const store = await openStore();
    const latest = (await readManifests(store)).at(-1);
    const isDue = latest === undefined || Date.parse(latest.began_at) < lastTime(backupAt, Date.now());
    if (isContinuous && !isDue) return;
    // Removed first, because the new copy may need the space.
    if (latest !== undefined)
      await removeOldBackups(store, backupKeep).catch((error) =>
        production.log.warn({ err: error }, 'backup: removing old backups failed'),
      );
    const { manifest, copied } = await createBackup(source, store, () => {});
    await storeLastBackup(production.db, summaryOf(manifest));
    archive.continueLatest();
    production.log.info(
      { backup: manifest.id, files: copied.count, bytes: copied.bytes },
      'backup: complete',
    );
    await removeOldBackups(store, backupKeep);
    if (copied.damaged.length > 0)
      throw new Error(`the backup lacks files that are missing or damaged: ${copied.damaged.join(', ')}`);
  }

  measureBackups(metrics, production, () => archive.lag());
  return {
    jobs: [
      { name: 'log_archive', everyMs: ARCHIVE_MS, work: () => archive.archive() },
      { name: 'backup', everyMs: CHECK_MS, firstMs: FIRST_CHECK_MS, work: backUpIfDue },
    ],
    close() {
      archive.close();
      opened?.place.close();
    },
  };
}

/** The slot of an earlier BACKUP_URL would retain a log that nobody reads. */
async function releaseLog({ db }: Environment): Promise<void> {
  await db.query(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
     WHERE slot_name = $1::text AND database IS NULL AND NOT active`,
    [await slotOf(db)],
  );
}

function measureBackups(metrics: Metrics, { db, name }: Environment, lag: () => number | undefined): void {
  const labels = { environment: name };
  const lastBackup = singleFlight(() => findLastBackup(db));
  metrics.gauge(
    'backup_age_seconds',
    'Time since the last backup was complete.',
    ['environment'],
    async () => {
      const last = await lastBackup();
      return last ? [{ labels, value: (Date.now() - last.time) / 1_000 }] : [];
    },
  );
  metrics.gauge(
    'backup_bytes',
    'Size of the last backup: its database and all files.',
    ['environment'],
    async () => {
      const last = await lastBackup();
      return last ? [{ labels, value: last.bytes }] : [];
    },
  );
  metrics.gauge(
    'backup_log_lag_seconds',
    'Age of the state that the archived log has, in the process that archives it.',
    ['environment'],
    () => {
      const ms = lag();
      return ms === undefined ? [] : [{ labels, value: ms / 1_000 }];
    },
  );
}

function lastTime(minutes: number, now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + minutes * 60_000;
  return today <= now ? today : today - DAY_MS;
}
