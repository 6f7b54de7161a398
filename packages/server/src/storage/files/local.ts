import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { moveDurably } from './move.ts';
import { partialFile } from './partial.ts';
import { ByteLimitExceeded, type FileStore, type ReceivedBytes } from './store.ts';

/** A file store in one directory of this machine: `content/ab/cdef…`, `derived/…`, `arriving/…`, `partial/…`. */
export async function openLocalFileStore(directory: string): Promise<FileStore> {
  const arriving = join(directory, 'arriving');
  const content = join(directory, 'content');
  const derived = join(directory, 'derived');
  const partial = join(directory, 'partial');
  for (const folder of [arriving, content, derived, partial])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string) => join(content, sha256.slice(0, 2), sha256.slice(2));
  const newTemporary = () => join(arriving, randomBytes(12).toString('hex'));

  return {
    pathOf,
    newTemporary,
    derivedPathOf: (name) => join(derived, name),
    async receive(stream, maxBytes) {
      const path = newTemporary();
      const { sha256, size } = await writeHashed(stream, maxBytes, path);
      return receivedBytes({ path, sha256, size }, pathOf(sha256));
    },
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    readDerived: (name) =>
      readFile(join(derived, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async writeDerived(name, bytes) {
      const path = join(derived, name);
      const temporary = newTemporary();
      try {
        await writeFile(temporary, bytes, { mode: 0o600 });
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async removeDerived(folder, ageMs, maxBytes = Number.POSITIVE_INFINITY) {
      const names = await readdir(join(derived, folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const kept: { path: string; mtimeMs: number; size: number }[] = [];
      for (const name of names) {
        const path = join(derived, folder, name);
        const known = (await removeIfOlder(path, ageMs))
          ? undefined
          : await stat(path).catch(() => undefined);
        if (known) kept.push({ path, mtimeMs: known.mtimeMs, size: known.size });
      }
      let bytes = 0;
      for (const { path, size } of kept.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
        bytes += size;
        if (bytes > maxBytes) await rm(path, { force: true });
      }
    },
    async *hashes() {
      for (const prefix of await readdir(content))
        yield (await readdir(join(content, prefix))).map((name) => prefix + name);
    },
    async remove(sha256, ageMs) {
      if (await removeIfOlder(pathOf(sha256), ageMs))
        await rm(join(derived, sha256), { recursive: true, force: true });
    },
    partial: (name) => partialFile(partial, name, { newTemporary, pathOf }),
    partials: () => readdir(partial),
    async removeForgotten(ageMs) {
      for (const name of await readdir(arriving)) await removeIfOlder(join(arriving, name), ageMs);
    },
  };
}

/** Writes a stream to a new file, synced. Throws like `FileStore.receive`, and then leaves no file. */
async function writeHashed(
  stream: Readable,
  maxBytes: number,
  path: string,
): Promise<{ sha256: string; size: number }> {
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
    // `flush` syncs before closing: now, and not while a transaction holds its locks.
    await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { sha256: hash.digest('hex'), size };
}

function receivedBytes(
  file: { path: string; sha256: string; size: number },
  keptPath: string,
): ReceivedBytes {
  let kept: Promise<void> | undefined;
  return {
    ...file,
    keep() {
      kept ??= moveDurably(file.path, keptPath);
      return kept;
    },
    drop: () => rm(file.path, { force: true }),
  };
}

/** Gives whether nothing is at the path any more. */
async function removeIfOlder(path: string, ageMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { mtimeMs: Number.NEGATIVE_INFINITY };
    throw error;
  });
  if (mtimeMs >= Date.now() - ageMs) return false;
  await rm(path, { force: true });
  return true;
}
