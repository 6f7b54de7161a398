import pLimit from 'p-limit';
import type { EnvironmentName } from '../environment/environment.ts';
import { errorCode } from '../storage/file-error.ts';
import type { FileStore } from '../storage/files/index.ts';
import type { DatabasePool } from '../storage/pool.ts';
import { type BackupStore, FILES_FOLDER, type Part } from './store.ts';

export interface FileSource {
  name: EnvironmentName;
  db: DatabasePool;
  files: FileStore;
}

export interface CopiedFiles {
  count: number;
  bytes: number;
  damaged: string[];
}

const BATCH = 1_000;
const MAX_CONCURRENT_COPIES = 4;
const HASH_BYTES = 32;

export const fileKey = (sha256: string) => `${FILES_FOLDER}${sha256.slice(0, 2)}/${sha256}`;

export async function* blobsOf(db: DatabasePool): AsyncGenerator<{ sha256: string; size: number }[]> {
  for (let last = ''; ; ) {
    const rows = await db.query<{ sha256: string; size: number }>(
      'SELECT sha256, size::float8 AS size FROM blobs WHERE sha256 > $1 ORDER BY sha256 LIMIT $2',
      [last, BATCH],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.sha256 ?? last;
  }
}

export interface StoredFiles {
  hashes: Set<string>;
  /**
   * Start of the latest backup, in milliseconds. Older files that are not in `hashes` may be removed at any
   * time.
   */
  listedAt: number;
}

export async function copyNewFiles(
  source: FileSource,
  store: BackupStore,
  stored: StoredFiles,
  onCopy: (bytes: number) => void = () => {},
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { count: 0, bytes: 0, damaged: [] };
  for await (const blobs of blobsOf(source.db)) await copyFiles(source, store, stored, blobs, copied, onCopy);
  return copied;
}

/**
 * The first call copies all files not in `stored`. Later calls copy the files of transactions that have ended
 * since the previous call.
 */
export function followFiles(source: FileSource, store: BackupStore) {
  let previousXmin: string | undefined;
  return async (stored: StoredFiles): Promise<void> => {
    const [row] = await source.db.query<{ xmin: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
    );
    if (previousXmin === undefined) {
      // A database restored from pg_dump contains another server's transaction ids, which can be in the
      // future here.
      await source.db.query('UPDATE blobs SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id()');
      await copyNewFiles(source, store, stored);
    } else {
      const blobs = await source.db.query<{ sha256: string; size: number }>(
        'SELECT sha256, size::float8 AS size FROM blobs WHERE xid >= $1::text::xid8',
        [previousXmin],
      );
      await copyFiles(source, store, stored, blobs, { count: 0, bytes: 0, damaged: [] }, () => {});
    }
    previousXmin = row?.xmin;
  };
}

async function copyFiles(
  { files }: FileSource,
  store: BackupStore,
  stored: StoredFiles,
  blobs: readonly { sha256: string; size: number }[],
  copied: CopiedFiles,
  onCopy: (bytes: number) => void,
): Promise<void> {
  const limit = pLimit(MAX_CONCURRENT_COPIES);
  const copy = async ({ sha256, size }: { sha256: string; size: number }) => {
    const storedAt = await store.place.find(fileKey(sha256));
    if (storedAt === undefined || storedAt < stored.listedAt) {
      const isWhole = await copyFile(files, store, sha256);
      if (!isWhole) return void copied.damaged.push(sha256);
      copied.count++;
      copied.bytes += size;
      onCopy(size);
    }
    stored.hashes.add(sha256);
  };
  const newBlobs = blobs.filter(({ sha256 }) => !stored.hashes.has(sha256));
  await Promise.all(newBlobs.map((blob) => limit(() => copy(blob))));
}

async function copyFile(files: FileStore, store: BackupStore, sha256: string): Promise<boolean> {
  // Recorded separately, because the backup place may wrap the error or throw an ENOENT of its own.
  let sourceError: Error | undefined;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield* files.read(sha256) as AsyncIterable<Buffer>;
    } catch (error) {
      sourceError = error as Error;
      throw error;
    }
  }
  try {
    const { plainSha256 } = await store.write(fileKey(sha256), source());
    if (plainSha256 === sha256) return true;
    await store.place.remove([fileKey(sha256)]);
    return false;
  } catch (error) {
    if (sourceError === undefined) throw error;
    if (errorCode(sourceError) === 'ENOENT' || /is corrupted/.test(sourceError.message)) return false;
    throw sourceError;
  }
}

export async function writeFileList(
  { db }: FileSource,
  store: BackupStore,
  key: string,
  { hashes: stored }: StoredFiles,
): Promise<{ count: number; bytes: number; list: Part }> {
  const list: Buffer[] = [];
  let bytes = 0;
  for await (const blobs of blobsOf(db))
    for (const { sha256, size } of blobs) {
      if (!stored.has(sha256)) continue;
      list.push(Buffer.from(sha256, 'hex'));
      bytes += size;
    }
  return { count: list.length, bytes, list: await store.pack(key, Buffer.concat(list)) };
}

export async function readFileList(store: BackupStore, list: Part): Promise<string[]> {
  const bytes = await store.unpack(list.key, list);
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.toString('hex', at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
