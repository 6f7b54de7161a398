import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { invalid } from '../../errors.ts';
import type { FileStore, ReceivedBytes } from '../../storage/files/index.ts';
import { BLOCK_BYTES, END, paddingBytes, sizeInHeader, tarHeader } from '../../storage/tar.ts';
import {
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  readManifest,
  rowsName,
  signatureProblem,
} from './manifest.ts';

const BATCH = 200;

export interface OpenedArchive {
  manifest: Manifest;
  columnsOf(table: string): readonly string[];
  /** Throws `invalid` if the rows do not match the signed manifest. */
  rows(table: string): AsyncGenerator<string>;
  receiveFiles(store: FileStore): Promise<ReceivedBytes[]>;
}

export async function openArchive(path: string, trusted: readonly string[]): Promise<OpenedArchive> {
  const handle = await open(path);
  try {
    const bytes = await readManifestBytes(handle);
    const signed = bytes && readManifest(bytes);
    if (!signed) throw invalid('file', 'is not a binder archive, or has an unsupported version');
    const problem = signatureProblem(signed, trusted);
    if (problem !== undefined) throw invalid('file', problem);
    const offsets = await findMembers(handle, bytes.length, signed.manifest);
    return createReader(path, signed.manifest, offsets);
  } finally {
    await handle.close();
  }
}

async function readManifestBytes(handle: FileHandle): Promise<Buffer | undefined> {
  const header = await readAt(handle, 0, BLOCK_BYTES);
  const size = sizeInHeader(header);
  if (size === undefined || size > MAX_MANIFEST_BYTES || !header.equals(tarHeader(MANIFEST_NAME, size)))
    return;
  return readAt(handle, BLOCK_BYTES, size);
}

async function findMembers(
  handle: FileHandle,
  manifestSize: number,
  { rows, files }: Manifest,
): Promise<Map<string, number>> {
  const offsets = new Map<string, number>();
  let at = 0;
  const expect = async (bytes: Buffer, what: string) => {
    if (!(await readAt(handle, at, bytes.length)).equals(bytes)) throw invalid('file', what);
    at += bytes.length;
  };
  for (const { name, size } of [{ name: MANIFEST_NAME, size: manifestSize }, ...rows, ...files]) {
    await expect(tarHeader(name, size), `does not have ${name} at the expected position`);
    offsets.set(name, at);
    at += size;
    await expect(Buffer.alloc(paddingBytes(size)), `is truncated or was changed after ${name}`);
  }
  await expect(END, 'is truncated');
  if ((await handle.stat()).size !== at) throw invalid('file', 'has data after its end');
  return offsets;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

function createReader(path: string, manifest: Manifest, offsets: ReadonlyMap<string, number>): OpenedArchive {
  const contentOf = ({ name, size }: { name: string; size: number }) => {
    const start = offsets.get(name) ?? 0;
    return size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 });
  };
  const members = new Map(manifest.rows.map((member) => [member.name, member]));
  return {
    manifest,
    columnsOf: (table) => members.get(rowsName(table))?.columns ?? [],
    async *rows(table) {
      const found = members.get(rowsName(table));
      if (!found) return;
      const { name, sha256, ...member } = found;
      const hash = createHash('sha256');
      let batch: string[] = [];
      for await (const line of linesOf(contentOf({ name, ...member }), hash)) {
        if (batch.length === BATCH) {
          yield `[${batch.join(',')}]`;
          batch = [];
        }
        batch.push(line);
      }
      if (hash.digest('hex') !== sha256) throw contentMismatch(name);
      if (batch.length > 0) yield `[${batch.join(',')}]`;
    },
    async receiveFiles(store) {
      const received: ReceivedBytes[] = [];
      try {
        for (const file of manifest.files) {
          const bytes = await store.receive(contentOf(file), Math.max(file.size, 1));
          received.push(bytes);
          if (bytes.sha256 !== file.sha256) throw contentMismatch(file.name);
          await bytes.prepare();
        }
        return received;
      } catch (error) {
        await Promise.all(received.map((bytes) => bytes.drop()));
        throw error;
      }
    },
  };
}

/** JSON may contain other characters that some readers treat as line ends. */
async function* linesOf(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    hash.update(chunk);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]).toString('utf8');
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
  }
}

const contentMismatch = (name: string) =>
  invalid('file', `contains ${name} with other content than was signed`);
