import { createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BLOCK_BYTES, paddingBytes, sizeInHeader } from '../storage/tar.ts';

const FILE = '0';
const LINK = '2';
const DIRECTORY = '5';

export async function untar(chunks: AsyncIterable<Buffer>, into: string): Promise<void> {
  const reader = createReader(chunks);
  for (;;) {
    const header = await reader.take(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) break;
    const name = normalize(textAt(header, 0, 100));
    if (name.startsWith('..') || name.startsWith('/')) throw new Error(`the tar has the path ${name}`);
    const path = join(into, name);
    // PostgreSQL writes a size of 8 GiB or more as a binary number.
    const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : sizeInHeader(header);
    if (size === undefined) throw new Error(`the tar has no size for ${name}`);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === DIRECTORY) await mkdir(path, { recursive: true, mode: 0o700 });
    else if (type === LINK) await symlink(textAt(header, 157, 100), path);
    else if (type === FILE) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const content = Readable.from(reader.pieces(size), { objectMode: false });
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      await reader.take(paddingBytes(size));
    } else throw new Error(`the tar has ${name} of the unknown type ${type}`);
  }
  await reader.drain();
}

function textAt(header: Buffer, at: number, length: number): string {
  const text = header.toString('utf8', at, at + length);
  return text.includes('\0') ? text.slice(0, text.indexOf('\0')) : text;
}

function createReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let current: Buffer = Buffer.alloc(0);

  async function* pieces(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (current.length === 0) {
        const { done, value } = await iterator.next();
        if (done) throw new Error('the end of the tar is missing');
        current = value;
      }
      const piece = current.subarray(0, left);
      current = current.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  return {
    pieces,
    take: async (size: number) => Buffer.concat(await Array.fromAsync(pieces(size))),
    async drain(): Promise<void> {
      while (!(await iterator.next()).done);
    },
  };
}
