import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteLimitExceeded, type FileStore, type ReceivedBytes } from './store.ts';
import { sweepDirectory } from './sweep.ts';

/** A file store in one directory of this machine: `content/ab/cdef…`, `derived/…`, `arriving/…`. */
export async function openLocalFileStore(directory: string): Promise<FileStore> {
  const arriving = join(directory, 'arriving');
  const content = join(directory, 'content');
  const derived = join(directory, 'derived');
  for (const folder of [arriving, content, derived]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string) => join(content, sha256.slice(0, 2), sha256.slice(2));

  return {
    pathOf,
    receive: (stream, maxBytes) =>
      receive(stream, maxBytes, join(arriving, randomBytes(12).toString('hex')), pathOf),
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    readDerived: (name) =>
      readFile(join(derived, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async writeDerived(name, bytes) {
      const path = join(derived, name);
      const temporary = `${path}.${randomBytes(6).toString('hex')}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(temporary, bytes);
      await rename(temporary, path);
    },
    sweep: (ageMs, isReferenced) => sweepDirectory({ arriving, content }, ageMs, isReferenced),
  };
}

async function receive(
  stream: Readable,
  maxBytes: number,
  path: string,
  pathOf: (sha256: string) => string,
): Promise<ReceivedBytes> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > maxBytes) return callback(new ByteLimitExceeded(maxBytes));
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  try {
    await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const sha256 = hash.digest('hex');
  return {
    path,
    sha256,
    size,
    keep: () => keep(path, pathOf(sha256)),
    drop: () => rm(path, { force: true }),
  };
}

/** Makes the bytes durable before the name, and the name before anything in the database can speak of it. */
async function keep(temporary: string, path: string): Promise<void> {
  await sync(temporary);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(temporary, path);
  await sync(dirname(path));
  await sync(dirname(dirname(path)));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
