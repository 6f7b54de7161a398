import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { type Config, fileStoreSettings, filesDirectory } from '../config/config.ts';
import type { EnvironmentName } from '../environment/environment.ts';
import { type DatabaseEngine, databaseDirectory, embeddedDatabases } from '../storage/engine.ts';
import { errorCode } from '../storage/file-error.ts';
import { claimStores, type FileStore, openStores } from '../storage/files/index.ts';
import { type DatabasePool, openDatabase } from '../storage/pool.ts';
import { readSetting } from '../storage/settings.ts';
import { StartupError } from '../storage/startup-error.ts';
import { blobsOf, fileKey } from './files.ts';
import { folderOf, type Manifest } from './manifest.ts';
import { prepareRecovery, recoverDatabase } from './recover.ts';
import { placeLog, type RestorePoint } from './restore-point.ts';
import { type BackupStore, DamagedBackup } from './store.ts';
import { untar } from './untar.ts';

export interface RestoreProgress {
  phase: 'database' | 'files';
  doneBytes: number;
  totalBytes?: number;
}

export interface RestoredEnvironment {
  name: EnvironmentName;
  db: DatabasePool;
  files: number;
  fileBytes: number;
  missing: string[];
}

export interface RestoreOptions {
  config: Config;
  signal: AbortSignal;
  /** Allows a bucket with files. The original installation must no longer use them. */
  sameFiles: boolean;
  /** Omits all missing files, not only those that the backup lists as damaged. */
  skipsMissing: boolean;
  onProgress(progress: RestoreProgress): void;
  check(restored: RestoredEnvironment): Promise<void>;
}

const MAX_CONCURRENT_FILES = 4;
const ENVIRONMENTS = ['production', 'sandbox'] as const;

export const EXTERNAL_DATABASE = 'database';

/**
 * Writes the secret key and store ids last, so that no server can use an incomplete restore. For an external
 * database, `restoreAllFiles` must follow. Throws StartupError and DamagedBackup.
 */
export async function restoreBackup(
  store: BackupStore,
  point: RestorePoint,
  options: RestoreOptions,
): Promise<void> {
  const { dataDir } = options.config;
  await assertUnused(dataDir);
  try {
    await restoreInto(store, point, options);
  } catch (error) {
    for (const name of await readdir(dataDir))
      await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

async function assertUnused(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await readdir(directory);
  if (names.length === 0) return;
  throw new StartupError(
    `${directory} is in use: it has ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}. Choose an empty directory, or move that one away`,
  );
}

async function restoreInto(store: BackupStore, point: RestorePoint, options: RestoreOptions): Promise<void> {
  const { config, signal } = options;
  const { manifest, target } = point;
  const directory = manifest.postgres.is_embedded ? databaseDirectory(config.dataDir) : config.dataDir;
  const data = join(directory, manifest.postgres.is_embedded ? 'data' : EXTERNAL_DATABASE);
  const { parts, bytes } = manifest.database;
  if (manifest.postgres.is_embedded) await assertNewFileStores(options);
  const isWithin = { bytes: 0 };
  async function* databaseChunks() {
    for (const part of parts) {
      signal.throwIfAborted();
      const chunk = await store.unpack(part.key, part);
      isWithin.bytes += chunk.length;
      options.onProgress({ phase: 'database', doneBytes: isWithin.bytes, totalBytes: bytes });
      yield chunk;
    }
  }
  await mkdir(data, { recursive: true, mode: 0o700 });
  await untar(databaseChunks(), data).catch((error) => {
    if (errorCode(error) !== undefined || error instanceof StartupError || signal.aborted) throw error;
    throw new DamagedBackup(store.place, `${folderOf(manifest.id)}database`, error);
  });
  const gap = await placeLog(store, point, join(data, 'pg_wal'));
  if (gap !== undefined && target === undefined) throw gap;
  if (!manifest.postgres.is_embedded) {
    await prepareRecovery(data, target);
    return restoreSecretKey(store, manifest, config.dataDir);
  }
  const server = await recoverDatabase(directory, { target, gap }, signal);
  try {
    const connections = embeddedDatabases((name) => server.connection(name));
    await restoreAllFiles(store, connections, manifest.damaged ?? [], options);
  } finally {
    await server.stop();
  }
  await restoreSecretKey(store, manifest, config.dataDir);
}

async function restoreSecretKey(
  store: BackupStore,
  { secret_key: part }: Manifest,
  dataDir: string,
): Promise<void> {
  if (part === null) return;
  const key = await store.unpack(part.key, part);
  await writeFile(join(dataDir, 'secret.key'), key, { mode: 0o600, flag: 'wx', flush: true });
}

export async function restoreAllFiles(
  store: BackupStore,
  connections: DatabaseEngine['connections'],
  damaged: readonly string[],
  options: RestoreOptions,
): Promise<void> {
  await assertNewFileStores(options);
  for (const name of ENVIRONMENTS) {
    const db = openDatabase(connections[name], { max: 2 });
    try {
      const restored = await restoreFiles(store, { name, db }, new Set(damaged), options);
      await options.check({ name, db, ...restored });
    } finally {
      await db.close();
    }
  }
}

/** Housekeeping would remove files that the older, restored database does not refer to. */
async function assertNewFileStores({ config, sameFiles }: RestoreOptions): Promise<void> {
  if (config.filesUrl === 'local' || sameFiles) return;
  for (const name of ENVIRONMENTS) {
    const { store } = await openNewStores(config, name);
    try {
      if (await store.labels.isEmpty()) continue;
      throw new StartupError(
        `${store.labels.place} has files: set FILES_URL to an empty prefix, or add --same-files if the original installation is gone`,
      );
    } finally {
      await store.close();
    }
  }
}

const openNewStores = (config: Config, name: EnvironmentName) =>
  openStores({ ...fileStoreSettings(config), older: undefined }, filesDirectory(config, name), name);

async function restoreFiles(
  store: BackupStore,
  { name, db }: { name: EnvironmentName; db: DatabasePool },
  damaged: ReadonlySet<string>,
  { config, onProgress, signal, skipsMissing }: RestoreOptions,
): Promise<Omit<RestoredEnvironment, 'name' | 'db'>> {
  const opened = await openNewStores(config, name);
  const restored = { files: 0, fileBytes: 0, missing: [] as string[] };
  try {
    for await (const blobs of blobsOf(db)) {
      const limit = pLimit(MAX_CONCURRENT_FILES);
      const restore = async ({ sha256, size }: { sha256: string; size: number }) => {
        signal.throwIfAborted();
        try {
          await restoreFile(store, opened.store, sha256);
        } catch (error) {
          const isExpected = skipsMissing || damaged.has(sha256);
          if (!isExpected || !(error instanceof DamagedBackup)) throw error;
          return void restored.missing.push(sha256);
        }
        restored.files++;
        restored.fileBytes += size;
        onProgress({ phase: 'files', doneBytes: restored.fileBytes });
      };
      await Promise.all(blobs.map((blob) => limit(() => restore(blob))));
    }
    const [databaseId, storeId] = [
      await readSetting<string>(db, 'database_id'),
      await readSetting<string>(db, 'file_store_id'),
    ];
    if (databaseId === undefined || storeId === undefined) return restored;
    await opened.store.labels.readOrWrite('store-id', storeId);
    await claimStores(opened, { databaseId, storeId: async () => storeId, setStoreId: async () => {} });
    return restored;
  } finally {
    await opened.store.close();
  }
}

async function restoreFile(store: BackupStore, files: FileStore, sha256: string): Promise<void> {
  if (await files.has(sha256)) return;
  const key = fileKey(sha256);
  const content = Readable.from(store.read(key), { objectMode: false });
  const received = await files.receive(content, Number.MAX_SAFE_INTEGER);
  try {
    if (received.sha256 !== sha256)
      throw new DamagedBackup(store.place, key, new Error('its content does not match the hash in its name'));
    await received.keep();
  } finally {
    await received.drop();
  }
}
