import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { processMarks } from './process-marks.ts';
import { ByteLimitExceeded, type FileStore } from './store.ts';

export interface Workspace
  extends Pick<
    FileStore,
    'newTemporary' | 'temporaryUsage' | 'derivedPathOf' | 'readDerived' | 'writeDerived' | 'removeDerived'
  > {
  receive(stream: Readable, maxBytes: number): Promise<{ path: string; sha256: string; size: number }>;
  removeDerivedFrom(sha256: string): Promise<void>;
  removeForgotten(ageMs: number): Promise<void>;
  close(): Promise<void>;
}

export async function openWorkspace(directory: string): Promise<Workspace> {
  const arriving = join(directory, 'arriving');
  const derived = join(directory, 'derived');
  const processes = join(directory, 'processes');
  await makePrivate(arriving, derived, processes);
  const marks = processMarks(processes);
  const newTemporary = () => join(arriving, `${marks.mark()}-${randomBytes(12).toString('hex')}`);
  return {
    newTemporary,
    temporaryUsage: () => usageOf(arriving),
    derivedPathOf: (name) => join(derived, name),
    async receive(stream, maxBytes) {
      const path = newTemporary();
      return { path, ...(await writeHashed(stream, maxBytes, path)) };
    },
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
    removeDerived: (folder, ageMs, maxBytes) => removeOldest(join(derived, folder), ageMs, maxBytes),
    removeDerivedFrom: (sha256) => rm(join(derived, sha256), { recursive: true, force: true }),
    async removeForgotten(ageMs) {
      for (const name of await readdir(arriving)) {
        const [, processId] = /^([0-9a-f]{12})-/.exec(name) ?? [];
        const isLeft = processId !== undefined && !(await marks.isRunning(processId));
        if (isLeft) await rm(join(arriving, name), { force: true });
        else await removeIfOlder(join(arriving, name), ageMs);
      }
      await marks.removeEnded();
    },
    close: marks.close,
  };
}

export async function makePrivate(...folders: string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function usageOf(folder: string): Promise<{ count: number; bytes: number }> {
  const all = await Promise.all(
    (await readdir(folder)).map((name) => stat(join(folder, name)).catch(() => undefined)),
  );
  const there = all.filter((each) => each !== undefined);
  return { count: there.length, bytes: there.reduce((sum, { size }) => sum + size, 0) };
}

export async function removeOldest(
  folder: string,
  ageMs: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: { path: string; mtimeMs: number; size: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const stats = (await removeIfOlder(path, ageMs)) ? undefined : await stat(path).catch(() => undefined);
    if (stats) files.push({ path, mtimeMs: stats.mtimeMs, size: stats.size });
  }
  let bytes = 0;
  for (const { path, size } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
    bytes += size;
    if (bytes > maxBytes) await rm(path, { force: true });
  }
}

export async function removeIfOlder(path: string, ageMs: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { mtimeMs: Number.NEGATIVE_INFINITY };
    throw error;
  });
  if (mtimeMs >= Date.now() - ageMs) return false;
  await rm(path, { force: true });
  return true;
}

export async function writeHashed(
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
    await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { sha256: hash.digest('hex'), size };
}

export function hashBelow(folder: string, path: string): string | undefined {
  const [, prefix = '', rest = ''] = /^([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(relative(folder, path)) ?? [];
  return rest === '' ? undefined : prefix + rest;
}
