import { createHash } from 'node:crypto';
import type { EnvironmentName } from '../environment/environment.ts';
import { StartupError } from '../storage/startup-error.ts';
import { type BackupStore, chunksOf, DamagedBackup, type Part } from './store.ts';

/** Written last, so a backup without a manifest is incomplete. */
export interface Manifest {
  format: 1;
  id: string;
  /** ISO 8601. A restore yields the state at `ended_at` or later. */
  began_at: string;
  ended_at: string;
  postgres: {
    version: string;
    system_id: string;
    timeline: number;
    segment_bytes: number;
    is_embedded: boolean;
    start: string;
    end: string;
  };
  database: { bytes: number; parts: Part[] };
  files: Record<EnvironmentName, { count: number; bytes: number; list: Part }>;
  /** Hashes of missing or corrupted files, which a restore omits. */
  damaged?: string[];
  secret_key: Part | null;
}

const FOLDER = 'backups/';

export const folderOf = (id: string) => `${FOLDER}${id}/`;

export const manifestKey = (id: string) => `${folderOf(id)}manifest.json`;

/** Ids sort by time and are valid in every file system. */
export const idOf = (at: number) => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-').concat('Z');

export async function writeManifest(store: BackupStore, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2);
  await store.write(manifestKey(manifest.id), chunksOf(Buffer.from(`${text}\n`)));
}

export async function backupIds(store: BackupStore): Promise<string[]> {
  return (await store.place.folders(FOLDER)).sort();
}

/** Returns undefined for an incomplete backup. Throws DamagedBackup. */
export async function readManifest(store: BackupStore, id: string): Promise<Manifest | undefined> {
  const key = manifestKey(id);
  const bytes = await Array.fromAsync(store.read(key)).catch((error) => {
    if (error instanceof DamagedBackup && error.isMissing) return undefined;
    throw error;
  });
  if (bytes === undefined) return undefined;
  try {
    const { sha256, ...manifest } = JSON.parse(Buffer.concat(bytes).toString());
    if (manifest.format !== 1)
      throw new StartupError(`${key} was written by a newer Ringbinder: restore with that version`);
    if (sha256 !== hashOf(manifest)) throw new Error('its checksum does not match');
    return manifest;
  } catch (error) {
    throw error instanceof StartupError ? error : new DamagedBackup(store.place, key, error);
  }
}

export async function readManifests(store: BackupStore): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const id of await backupIds(store)) {
    const manifest = await readManifest(store, id);
    if (manifest !== undefined) manifests.push(manifest);
  }
  return manifests;
}

const hashOf = (manifest: Omit<Manifest, 'format'> & { format: number }) =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
