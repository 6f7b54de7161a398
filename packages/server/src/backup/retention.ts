import type { BackupRetention } from '../storage/backup-address.ts';
import { readFileList } from './files.ts';
import { findLog, LOG_FOLDER, logFolder, segmentOf } from './log-objects.ts';
import { backupIds, folderOf, type Manifest, manifestKey, readManifest } from './manifest.ts';
import { INCOMPLETE_FOLDER } from './place.ts';
import { parseLsn } from './replication.ts';
import { type BackupStore, FILES_FOLDER } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const INCOMPLETE_MS = DAY_MS;
const BATCH = 1_000;

const dayOf = ({ began_at }: Pick<Manifest, 'began_at'>) => Math.floor(Date.parse(began_at) / DAY_MS);
const weekOf = (manifest: Pick<Manifest, 'began_at'>) => Math.floor((dayOf(manifest) + 3) / 7);

export function retainedBackups<M extends Pick<Manifest, 'began_at'>>(
  manifests: readonly M[],
  { daily, weekly }: BackupRetention,
): { daily: M[]; weekly: M[] } {
  const latestOf = (periodOf: (manifest: M) => number, count: number) =>
    [...new Map(manifests.map((each) => [periodOf(each), each])).values()].slice(-count);
  return { daily: latestOf(dayOf, Math.max(1, daily)), weekly: weekly === 0 ? [] : latestOf(weekOf, weekly) };
}

export async function removeOldBackups(store: BackupStore, retention: BackupRetention): Promise<void> {
  const complete: Manifest[] = [];
  const incomplete: string[] = [];
  for (const id of await backupIds(store)) {
    const manifest = await readManifest(store, id);
    if (manifest !== undefined) complete.push(manifest);
    else if ((await ageOf(store, id)) > INCOMPLETE_MS) incomplete.push(id);
  }
  const { daily, weekly } = retainedBackups(complete, retention);
  const retained = complete.filter((each) => daily.includes(each) || weekly.includes(each));
  const removed = complete.filter((each) => !retained.includes(each)).map(({ id }) => id);
  for (const id of [...incomplete, ...removed]) await removeBackup(store, id);
  await removeOldLog(store, daily);
  await removeInterrupted(store);
  if (removed.length > 0) await removeOldFiles(store, retained);
}

async function ageOf(store: BackupStore, id: string): Promise<number> {
  let newest = 0;
  for await (const page of store.place.list(folderOf(id)))
    for (const { modifiedMs } of page) newest = Math.max(newest, modifiedMs);
  return Date.now() - newest;
}

export async function removeBackup(store: BackupStore, id: string): Promise<void> {
  await store.place.remove([manifestKey(id)]);
  await store.place.removeFolder(folderOf(id));
}

async function removeInterrupted({ place }: BackupStore): Promise<void> {
  const since = Date.now() - INCOMPLETE_MS;
  for await (const page of place.list(INCOMPLETE_FOLDER))
    await place.remove(page.filter(({ modifiedMs }) => modifiedMs < since).map(({ key }) => key));
}

async function removeOldLog(store: BackupStore, daily: readonly Manifest[]): Promise<void> {
  const newest = daily.at(-1)?.postgres.timeline ?? 0;
  for (const folder of await store.place.folders(LOG_FOLDER)) {
    const timeline = Number.parseInt(folder, 16);
    const oldest = daily.find(({ postgres }) => postgres.timeline === timeline)?.postgres;
    if (oldest === undefined && timeline >= newest) continue;
    const first = oldest && segmentOf(parseLsn(oldest.start), oldest.segment_bytes);
    const segments = await findLog(store, timeline, oldest?.segment_bytes ?? 0);
    const old = [...segments].filter(([segment]) => first === undefined || segment < first);
    await store.place.remove(old.flatMap(([, objects]) => objects.map(({ key }) => key)));
    if (oldest === undefined) await store.place.remove([`${logFolder(timeline)}status`]);
  }
}

/** A restore to a time between two backups may need files newer than the oldest backup. */
async function removeOldFiles(store: BackupStore, retained: readonly Manifest[]): Promise<void> {
  const needed = new Set<string>();
  for (const { files } of retained)
    for (const { list } of Object.values(files))
      for (const sha256 of await readFileList(store, list)) needed.add(sha256);
  const since = Math.min(...retained.map(({ began_at }) => Date.parse(began_at)));
  const old: string[] = [];
  for await (const page of store.place.list(FILES_FOLDER))
    for (const { key, modifiedMs } of page)
      if (modifiedMs < since && !needed.has(key.slice(key.lastIndexOf('/') + 1))) old.push(key);
  for (let from = 0; from < old.length; from += BATCH)
    await store.place.remove(old.slice(from, from + BATCH));
}
