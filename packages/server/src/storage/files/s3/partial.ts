import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PartialFile, ReceivedBytes } from '../store.ts';
import { writeHashed } from '../workspace.ts';
import type { Bucket } from './bucket.ts';

/** Keys must sort by position. */
const keyOf = (folder: string, position: number) => folder + String(position).padStart(15, '0');

interface Piece {
  key: string;
  position: number;
  size: number;
}

export function bucketPartial(
  bucket: Bucket,
  name: string,
  {
    path,
    receive,
  }: { path: string; receive(file: { path: string; sha256: string; size: number }): ReceivedBytes },
): PartialFile {
  const folder = `partial/${name}/`;

  async function pieces(): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const page of bucket.list(folder))
      pieces.push(
        ...page.map(({ key, size }) => ({ key, size, position: Number(key.slice(folder.length)) })),
      );
    return pieces;
  }

  /** After a failed write, an object may overlap the following object, which then has the right bytes. */
  async function* bytesOf(from: number, to: number): AsyncIterable<Buffer> {
    const all = await pieces();
    let position = from;
    for (const [ordinal, piece] of all.entries()) {
      const next = all[ordinal + 1]?.position ?? Number.POSITIVE_INFINITY;
      const end = Math.min(piece.position + piece.size, next, to);
      if (piece.position > position || end <= position) continue;
      const range = { start: position - piece.position, end: end - piece.position - 1 };
      for await (const chunk of await bucket.read(piece.key, range)) yield chunk as Buffer;
      position = end;
    }
    if (position < to) throw missing(name);
  }

  async function assemble(size: number): Promise<string> {
    const stats = await stat(path).catch(() => undefined);
    if (stats?.size === size) return path;
    await rm(path, { force: true });
    await writeHashed(Readable.from(bytesOf(0, size), { objectMode: false }), size, path);
    return path;
  }

  return {
    write: (bytes, position) => bucket.put(keyOf(folder, position), bytes),
    read: (from, to) => Readable.from(bytesOf(from, to), { objectMode: false }),
    cutTo: assemble,
    async whole(size, sha256) {
      const received = receive({ path: await assemble(size), sha256, size });
      return { ...received, drop: async () => {} };
    },
    async remove() {
      await rm(path, { force: true });
      await bucket.remove((await pieces()).map(({ key }) => key));
    },
  };
}

function missing(name: string): Error {
  return Object.assign(new Error(`the partial file ${name} is incomplete: some bytes are missing`), {
    code: 'ENOENT',
  });
}
