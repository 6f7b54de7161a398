import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { BackupAddress } from '../storage/backup-address.ts';
import { errorCode } from '../storage/file-error.ts';
import {
  type Bucket,
  moveDurably,
  openBucketOf,
  type S3Address,
  writeHashed,
} from '../storage/files/index.ts';
import { StartupError } from '../storage/startup-error.ts';

export interface PlacedObject {
  key: string;
  size: number;
  modifiedMs: number;
}

export interface BackupPlace {
  readonly name: string;
  write(key: string, chunks: AsyncIterable<Buffer>): Promise<void>;
  read(key: string): Promise<Readable>;
  find(key: string): Promise<number | undefined>;
  list(folder: string): AsyncIterable<PlacedObject[]>;
  folders(folder: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  close(): void;
}

export async function openBackupPlace(
  address: BackupAddress,
  { creates }: { creates: boolean },
): Promise<BackupPlace> {
  if (!('directory' in address)) return bucketPlace(await openBucketOf(address), address);
  const { directory } = address;
  try {
    if (creates) await mkdir(directory, { recursive: true, mode: 0o700 });
    await readdir(directory);
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    const reason = isMissing ? 'does not exist: mount its disk, or create it' : (error as Error).message;
    throw new StartupError(`the directory for backups ${directory} ${reason}`, { cause: error });
  }
  return directoryPlace(directory);
}

export const INCOMPLETE_FOLDER = 'arriving/';
const PAGE_SIZE = 1_000;

function directoryPlace(directory: string): BackupPlace {
  const pathOf = (key: string) => join(directory, key);
  const describe = (path: string): Promise<PlacedObject[]> =>
    stat(path).then(
      ({ size, mtimeMs }) => [{ key: relative(directory, path), size, modifiedMs: mtimeMs }],
      emptyIfMissing,
    );
  return {
    name: directory,
    async write(key, chunks) {
      // Not recursive, because the disk of `directory` may not be mounted.
      await mkdir(join(directory, INCOMPLETE_FOLDER), { mode: 0o700 }).catch(unlessItExists);
      const temporary = join(directory, INCOMPLETE_FOLDER, randomBytes(12).toString('hex'));
      await writeHashed(Readable.from(chunks, { objectMode: false }), Number.POSITIVE_INFINITY, temporary);
      await moveDurably(temporary, pathOf(key));
    },
    async read(key) {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    find: (key) =>
      stat(pathOf(key)).then(
        ({ mtimeMs }) => mtimeMs,
        (error) => (errorCode(error) === 'ENOENT' ? undefined : Promise.reject(error)),
      ),
    async *list(folder) {
      const entries = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(
        emptyIfMissing,
      );
      const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
      for (let from = 0; from < paths.length; from += PAGE_SIZE)
        yield (await Promise.all(paths.slice(from, from + PAGE_SIZE).map(describe))).flat();
    },
    async folders(folder) {
      const entries = await readdir(pathOf(folder), { withFileTypes: true }).catch(emptyIfMissing);
      return entries.filter((each) => each.isDirectory()).map((each) => each.name);
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    close: () => {},
  };
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function bucketPlace(bucket: Bucket, { bucket: name, prefix }: S3Address): BackupPlace {
  return {
    name: `s3://${name}/${prefix}`,
    write: (key, chunks) => bucket.upload(key, Readable.from(chunks, { objectMode: false })),
    read: (key) => bucket.read(key),
    find: async (key) => (await bucket.find(key))?.modifiedMs,
    list: (folder) => bucket.list(folder),
    folders: (folder) => bucket.folders(folder),
    remove: (keys) => bucket.remove(keys),
    async removeFolder(folder) {
      for await (const page of bucket.list(folder)) await bucket.remove(page.map(({ key }) => key));
    },
    close: () => bucket.close(),
  };
}
