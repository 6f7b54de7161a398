import { constants, createReadStream } from 'node:fs';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, syncPath } from './move.ts';
import type { PartialFile } from './store.ts';

export function partialFile(
  folder: string,
  name: string,
  { newTemporary, pathOf }: { newTemporary(): string; pathOf(sha256: string): string },
): PartialFile {
  const path = join(folder, name);
  async function cut(opening: Promise<FileHandle>, size: number): Promise<void> {
    const handle = await opening;
    try {
      await handle.truncate(size);
    } finally {
      await handle.close();
    }
  }
  return {
    async cutTo(size) {
      await cut(open(path, 'r+'), size);
      return path;
    },
    async write(bytes, position) {
      const handle = await openForWriting(path);
      try {
        for (let at = 0; at < bytes.length; ) {
          const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
          at += bytesWritten;
        }
        await handle.datasync();
      } finally {
        await handle.close();
      }
      if (position === 0) await syncPath(folder);
    },
    read: (from, to) => createReadStream(path, { start: from, end: to - 1 }),
    async whole(size, sha256) {
      // `r+` does not create a missing file. Another request has then stored the content, which an empty file
      // would overwrite.
      if (size > 0) await cut(open(path, 'r+'), size);
      const keep = async () => {
        const temporary = newTemporary();
        await link(path, temporary);
        await moveDurably(temporary, pathOf(sha256));
        // Renaming does nothing if both names are hard links to the same file.
        await rm(temporary, { force: true });
      };
      return { path, sha256, size, prepare: async () => {}, keep, drop: async () => {} };
    },
    remove: () => rm(path, { force: true }),
  };
}

function openForWriting(path: string) {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}
