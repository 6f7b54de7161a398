import { readFile } from 'node:fs/promises';
import type { EnvironmentName } from '../environment/environment.ts';
import { errorCode } from '../storage/file-error.ts';
import type { ConnectionSettings } from '../storage/pool.ts';
import { StartupError } from '../storage/startup-error.ts';
import { blocksOf } from './blocks.ts';
import {
  type CopiedFiles,
  copyNewFiles,
  type FileSource,
  readFileList,
  type StoredFiles,
  writeFileList,
} from './files.ts';
import { folderOf, idOf, type Manifest, readManifests, writeManifest } from './manifest.ts';
import { formatLsn, openReplication, type Replication } from './replication.ts';
import { removeBackup } from './retention.ts';
import type { BackupStore, Part } from './store.ts';

export interface BackupSource {
  connection: ConnectionSettings;
  isEmbedded: boolean;
  environments: Record<EnvironmentName, FileSource>;
  secretKeyPath: string;
  slot: string;
}

export interface BackupProgress {
  phase: 'files' | 'database';
  doneBytes: number;
  totalBytes?: number;
}

export interface CreatedBackup {
  manifest: Manifest;
  copied: CopiedFiles;
}

/** In bytes before compression. Two parts are in memory at a time. */
const PART_BYTES = 16 * 1024 ** 2;

/**
 * Copies files before and after the database, so that the copied database refers to no missing file. Throws
 * StartupError if the backup place belongs to another installation.
 */
export async function createBackup(
  source: BackupSource,
  store: BackupStore,
  onProgress: (progress: BackupProgress) => void,
): Promise<CreatedBackup> {
  const beganAt = Date.now();
  const folder = folderOf(idOf(beganAt));
  const replication = await openReplication(source.connection);
  try {
    const { timeline, version, systemId, segmentBytes } = await replication.identify();
    const stored = await findStoredFiles(store, systemId);
    const environments = Object.values(source.environments);
    const copied: CopiedFiles = { count: 0, bytes: 0, damaged: [] };
    let doneBytes = 0;
    const copyAll = async () => {
      copied.damaged = [];
      for (const each of environments) {
        const { count, bytes, damaged } = await copyNewFiles(each, store, stored, (size) => {
          doneBytes += size;
          onProgress({ phase: 'files', doneBytes });
        });
        copied.count += count;
        copied.bytes += bytes;
        copied.damaged.push(...damaged);
      }
    };
    try {
      await copyAll();
      const { bytes, parts, range } = await copyDatabase(replication, store, folder, onProgress);
      await copyAll();
      const listOf = (name: EnvironmentName) =>
        writeFileList(source.environments[name], store, `${folder}files-${name}`, stored);
      const manifest: Manifest = {
        format: 1,
        id: idOf(beganAt),
        began_at: new Date(beganAt).toISOString(),
        ended_at: new Date().toISOString(),
        postgres: {
          version,
          system_id: systemId,
          timeline,
          segment_bytes: segmentBytes,
          is_embedded: source.isEmbedded,
          start: formatLsn(range.start),
          end: formatLsn(range.end),
        },
        database: { bytes, parts },
        files: { production: await listOf('production'), sandbox: await listOf('sandbox') },
        damaged: copied.damaged,
        secret_key: await copySecretKey(source, store, folder),
      };
      await writeManifest(store, manifest);
      return { manifest, copied };
    } catch (error) {
      await removeBackup(store, idOf(beganAt)).catch(() => undefined);
      throw error;
    }
  } finally {
    await replication.close();
  }
}

export async function findStoredFiles(store: BackupStore, systemId: string): Promise<StoredFiles> {
  const latest = (await readManifests(store)).at(-1);
  const owner = latest?.postgres.system_id ?? (await readOrWriteOwner(store, systemId));
  if (owner !== systemId)
    throw new StartupError(
      `${store.place.name} has backups of another installation: choose another directory or prefix`,
    );
  const hashes = new Set<string>();
  for (const { list } of Object.values(latest?.files ?? {}))
    for (const sha256 of await readFileList(store, list)) hashes.add(sha256);
  return { hashes, listedAt: latest === undefined ? 0 : Date.parse(latest.began_at) };
}

const OWNER = 'installation';

async function readOrWriteOwner(store: BackupStore, systemId: string): Promise<string> {
  if ((await store.place.find(OWNER)) === undefined) await store.pack(OWNER, Buffer.from(systemId));
  return (await store.unpack(OWNER)).toString();
}

async function copyDatabase(
  replication: Replication,
  store: BackupStore,
  folder: string,
  onProgress: (progress: BackupProgress) => void,
) {
  const backup = await replication.baseBackup('ringbinder');
  const parts: Part[] = [];
  let bytes = 0;
  let storing: Promise<unknown> = Promise.resolve();
  try {
    for await (const { block } of blocksOf(backup.chunks, PART_BYTES)) {
      await storing;
      const key = `${folder}database/${String(parts.length).padStart(6, '0')}`;
      const part = { key, bytes: 0, sha256: '' };
      parts.push(part);
      storing = store.pack(key, block).then((stored) => Object.assign(part, stored));
      storing.catch(() => undefined);
      bytes += block.length;
      onProgress({ phase: 'database', doneBytes: bytes, totalBytes: backup.totalBytes });
    }
  } finally {
    await storing;
  }
  return { bytes, parts, range: await backup.range };
}

async function copySecretKey(
  { secretKeyPath }: BackupSource,
  store: BackupStore,
  folder: string,
): Promise<Part | null> {
  const bytes = await readFile(secretKeyPath).catch((error) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  return bytes && store.pack(`${folder}secret.key`, bytes);
}
