import type { Environment } from '../../environment/environment.ts';
import { type ByteRange, createSpool, type Tar, tarOf } from '../binder-archives/index.ts';
import { findPersonalBlobs, PERSONAL_ROWS, type PersonalRows, readPersonalRows } from './export-queries.ts';

const SHA256 = /"(?:pdf_)?sha256": "([0-9a-f]{64})"/g;

export async function exportPerson(
  { db, files }: Pick<Environment, 'db' | 'files'>,
  userId: string,
): Promise<Tar> {
  const spool = createSpool(files);
  try {
    const ranges = new Map<string, ByteRange[]>(PERSONAL_ROWS.map((name) => [name, []]));
    const hashes = new Set<string>();
    const spooled = await spool.write(noteRanges(readPersonalRows(db, userId), ranges, hashes));
    const rows = [...ranges].map(([name, ofName]) => ({
      name: `${name}.jsonl`,
      size: ofName.reduce((size, { start, end }) => size + end + 1 - start, 0),
      async *read() {
        for (const range of ofName) yield* spooled.read(range);
      },
    }));
    const blobs = (await findPersonalBlobs(db, hashes)).map(({ sha256, size }) => ({
      name: `files/${sha256}`,
      size,
      read: () => files.read(sha256),
    }));
    return tarOf([...rows, ...blobs], spool.drop);
  } catch (error) {
    await spool.drop();
    throw error;
  }
}

async function* noteRanges(
  rows: AsyncIterable<PersonalRows>,
  ranges: ReadonlyMap<string, ByteRange[]>,
  hashes: Set<string>,
): AsyncGenerator<string[]> {
  let start = 0;
  for await (const { name, lines } of rows) {
    let end = start - 1;
    for (const line of lines) {
      end += Buffer.byteLength(line) + 1;
      for (const [, hash = ''] of line.matchAll(SHA256)) hashes.add(hash);
    }
    ranges.get(name)?.push({ start, end });
    start = end + 1;
    yield lines;
  }
}
