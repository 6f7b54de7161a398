import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { FileStore } from '../../storage/files/index.ts';
import { END, memberBytes, paddingBytes, tarHeader } from '../../storage/tar.ts';

export interface SpooledLines {
  size: number;
  sha256: string;
  rows: number;
  read(range?: ByteRange): AsyncIterable<Buffer>;
}

export interface ByteRange {
  start: number;
  end: number;
}

export interface Spool {
  write(lines: AsyncIterable<readonly string[]>): Promise<SpooledLines>;
  drop(): Promise<void>;
}

export function createSpool(files: Pick<FileStore, 'newTemporary'>): Spool {
  const paths: string[] = [];
  return {
    async write(lines) {
      const path = files.newTemporary();
      paths.push(path);
      return { ...(await writeLines(path, lines)), read: (range) => createReadStream(path, range) };
    },
    drop: async () => void (await Promise.all(paths.map((path) => rm(path, { force: true })))),
  };
}

async function writeLines(
  path: string,
  lines: AsyncIterable<readonly string[]>,
): Promise<Omit<SpooledLines, 'read'>> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // `finished` reports the error. Without a listener, an error event would end the process.
  out.on('error', () => {});
  const hash = createHash('sha256');
  let size = 0;
  let rows = 0;
  try {
    for await (const batch of lines) {
      const bytes = Buffer.from(batch.map((line) => `${line}\n`).join(''));
      hash.update(bytes);
      size += bytes.length;
      rows += batch.length;
      if (!out.write(bytes)) await once(out, 'drain');
    }
    out.end();
    await finished(out);
  } finally {
    out.destroy();
  }
  return { size, sha256: hash.digest('hex'), rows };
}

export interface TarMember {
  name: string;
  size: number;
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** `content` can be read only once. */
export interface Tar {
  size: number;
  content(): AsyncGenerator<Buffer>;
}

export function tarOf(members: readonly TarMember[], end: () => Promise<void>): Tar {
  return {
    size: members.reduce((sum, { size }) => sum + memberBytes(size), END.length),
    async *content() {
      try {
        for (const member of members) yield* readMember(member);
        yield END;
      } finally {
        await end();
      }
    },
  };
}

async function* readMember({ name, size, read }: TarMember): AsyncGenerator<Buffer> {
  yield tarHeader(name, size);
  let sentBytes = 0;
  for await (const chunk of read()) {
    sentBytes += chunk.length;
    yield chunk;
  }
  // The archive must end early, so that the recipient notices the error.
  if (sentBytes !== size) throw new Error(`${name} has ${sentBytes} bytes, not ${size}`);
  const padding = paddingBytes(size);
  if (padding > 0) yield Buffer.alloc(padding);
}
