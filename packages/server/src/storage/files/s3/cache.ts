import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hashBelow, writeHashed } from '../workspace.ts';

/** A program may still read a file that was used this recently. */
const IN_USE_MS = 60 * 60 * 1000;
/** Unused files are removed, because their originals may have been deleted. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export interface FetchCache {
  pathOf(sha256: string): string;
  hashAt(path: string): string | undefined;
  fetch(sha256: string): Promise<void>;
  remove(sha256: string): Promise<void>;
  /** Above `maxBytes`, also removes the oldest files, except files used within the last hour. */
  trim(): Promise<void>;
}

/** `newTemporary` must return a path on the same file system. */
export function createFetchCache(
  folder: string,
  {
    read,
    newTemporary,
    maxBytes,
  }: { read(sha256: string): Promise<Readable>; newTemporary(): string; maxBytes: number },
): FetchCache {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2));
  const under = new Map<string, Promise<void>>();

  async function download(sha256: string): Promise<void> {
    const temporary = newTemporary();
    const written = await writeHashed(await read(sha256), Number.POSITIVE_INFINITY, temporary);
    if (written.sha256 !== sha256) {
      await rm(temporary, { force: true });
      throw new Error(
        `the content of ${sha256} in the file store is corrupted: its hash is ${written.sha256}`,
      );
    }
    await mkdir(dirname(pathOf(sha256)), { recursive: true, mode: 0o700 });
    await rename(temporary, pathOf(sha256));
  }

  return {
    pathOf,
    hashAt: (path) => hashBelow(folder, path),
    async fetch(sha256) {
      const now = new Date();
      const isThere = await utimes(pathOf(sha256), now, now).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      const running = under.get(sha256) ?? download(sha256).finally(() => under.delete(sha256));
      under.set(sha256, running);
      await running;
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async trim() {
      const files: { path: string; mtimeMs: number; size: number }[] = [];
      for (const prefix of await readdir(folder))
        for (const name of await readdir(join(folder, prefix))) {
          const path = join(folder, prefix, name);
          const stats = await stat(path).catch(() => undefined);
          if (stats) files.push({ path, mtimeMs: stats.mtimeMs, size: stats.size });
        }
      let bytes = 0;
      for (const { path, size, mtimeMs } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
        bytes += size;
        const age = Date.now() - mtimeMs;
        if (age > MAX_AGE_MS || (bytes > maxBytes && age > IN_USE_MS)) await rm(path, { force: true });
      }
    },
  };
}

export async function* verified(chunks: AsyncIterable<Buffer>, sha256: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  const digest = hash.digest('hex');
  if (digest !== sha256)
    throw new Error(`the content of ${sha256} in the file store is corrupted: its hash is ${digest}`);
}
