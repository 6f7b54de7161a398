import { createReadStream } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLabels } from './labels.ts';
import { moveDurably } from './move.ts';
import { partialFile } from './partial.ts';
import type { FileStore, ReceivedBytes } from './store.ts';
import { hashBelow, makePrivate, openWorkspace, removeIfOlder } from './workspace.ts';

/** Layout: `content/ab/cdef…`, `derived/…`, `arriving/…`, `partial/…`. */
export async function openLocalFileStore(directory: string): Promise<FileStore> {
  const content = join(directory, 'content');
  const partial = join(directory, 'partial');
  const { receive, removeDerivedFrom, ...workspace } = await openWorkspace(directory);
  await makePrivate(content, partial);
  const pathOf = (sha256: string) => join(content, sha256.slice(0, 2), sha256.slice(2));
  const { newTemporary } = workspace;

  return {
    ...workspace,
    pathOf,
    labels: fileLabels(directory),
    hashAt: (path) => hashBelow(content, path),
    fetch: async (sha256) => void (await stat(pathOf(sha256))),
    has: (sha256) => access(pathOf(sha256)).then(() => true, isMissing),
    async receive(stream, maxBytes) {
      const received = await receive(stream, maxBytes);
      return receivedBytes(received, pathOf(received.sha256));
    },
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    linkTo: async () => undefined,
    async *hashes() {
      for (const prefix of await readdir(content))
        yield (await readdir(join(content, prefix))).map((name) => prefix + name);
    },
    async remove(sha256, ageMs) {
      if (await removeIfOlder(pathOf(sha256), ageMs)) await removeDerivedFrom(sha256);
    },
    partial: (name) => partialFile(partial, name, { newTemporary, pathOf }),
    partials: () => readdir(partial),
    check: async () => {},
  };
}

function isMissing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false;
  throw error;
}

function receivedBytes(
  file: { path: string; sha256: string; size: number },
  keptPath: string,
): ReceivedBytes {
  let pending: Promise<void> | undefined;
  return {
    ...file,
    prepare: async () => {},
    keep() {
      pending ??= moveDurably(file.path, keptPath);
      return pending;
    },
    drop: () => rm(file.path, { force: true }),
  };
}
