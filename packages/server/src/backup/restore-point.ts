import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../storage/startup-error.ts';
import {
  LOG_FOLDER,
  type LogStatus,
  readLogStatus,
  restoreLog,
  segmentKey,
  segmentOf,
  statusLsn,
} from './log-objects.ts';
import { backupIds, type Manifest, readManifest, readManifests } from './manifest.ts';
import type { RecoveryTarget } from './recover.ts';
import { formatLsn, parseLsn } from './replication.ts';
import { type BackupStore, DamagedBackup } from './store.ts';

export interface RestorePoint {
  manifest: Manifest;
  target: RecoveryTarget;
  status: LogStatus | undefined;
}

export function readTarget(text: string): NonNullable<RecoveryTarget> {
  if (/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(text)) return { lsn: parseLsn(text) };
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new StartupError(
      '--at must be a time with its zone, such as 2026-11-27T14:05:00Z, or a position of the log, such as 0/1A2B3C4D',
    );
  return { at };
}

/** Throws StartupError if no backup precedes the target, or if the log does not reach it. */
export async function findRestorePoint(
  store: BackupStore,
  { backup: id, target }: { backup: string | undefined; target: RecoveryTarget },
): Promise<RestorePoint> {
  if (id !== undefined) {
    const manifest = await readManifest(store, id);
    if (manifest === undefined) throw new StartupError(`${store.place.name} has no complete backup ${id}`);
    return { manifest, target: undefined, status: undefined };
  }
  const manifests = await readManifests(store);
  const manifest = manifests.findLast((each) => isBefore(each, target));
  if (manifest === undefined) {
    const [first] = manifests;
    throw new StartupError(
      first === undefined
        ? `${store.place.name} has no complete backup`
        : `the earliest state that can be restored is of ${first.ended_at} (${first.postgres.end})`,
    );
  }
  const status = await readLogStatus(store, manifest.postgres.timeline);
  if (target !== undefined && !reaches(status, target))
    throw new StartupError(
      `the latest state that can be restored is of ${status?.at ?? manifest.ended_at} (${status?.lsn ?? manifest.postgres.end})`,
    );
  return { manifest, target, status };
}

function isBefore({ ended_at, postgres }: Manifest, target: RecoveryTarget): boolean {
  if (target === undefined) return true;
  return 'lsn' in target ? parseLsn(postgres.end) <= target.lsn : Date.parse(ended_at) <= target.at;
}

function reaches(status: LogStatus | undefined, target: NonNullable<RecoveryTarget>): boolean {
  if (status === undefined) return false;
  return 'lsn' in target ? statusLsn(status) >= target.lsn : Date.parse(status.at) >= target.at;
}

export async function placeLog(
  store: BackupStore,
  point: RestorePoint,
  directory: string,
): Promise<DamagedBackup | undefined> {
  await reserveTimelines(store, point, directory);
  const { manifest, status } = point;
  if (status === undefined) return undefined;
  const { timeline, segment_bytes: segmentBytes, end } = manifest.postgres;
  const start = parseLsn(end);
  const restored = (await restoreLog(store, { timeline, segmentBytes, start }, directory)) ?? start;
  if (restored >= statusLsn(status)) return undefined;
  return new DamagedBackup(
    store.place,
    segmentKey(timeline, segmentOf(restored, segmentBytes)),
    new Error(`the log after ${formatLsn(restored)} is missing; --at or --backup restores an earlier state`),
  );
}

function unlessDamaged(error: Error): undefined {
  if (!(error instanceof DamagedBackup)) throw error;
}

/** PostgreSQL numbers a new timeline after the last history file, so each timeline in use needs one. */
async function reserveTimelines(
  store: BackupStore,
  { manifest }: RestorePoint,
  directory: string,
): Promise<void> {
  const numbers = (await store.place.folders(LOG_FOLDER)).map((name) => Number.parseInt(name, 16));
  for (const id of await backupIds(store)) {
    const other = await readManifest(store, id).catch(unlessDamaged);
    if (other !== undefined) numbers.push(other.postgres.timeline);
  }
  for (let number = manifest.postgres.timeline + 1; number <= Math.max(...numbers); number++) {
    const name = `${number.toString(16).toUpperCase().padStart(8, '0')}.history`;
    await writeFile(join(directory, name), '1\t0/0\tin the archive\n', { mode: 0o600 });
  }
}
