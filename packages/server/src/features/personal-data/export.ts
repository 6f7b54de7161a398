import type { Environment } from '../../environment.ts';
import { createSpool, type Tar, type TarMember, tarOf } from '../binder-archives/index.ts';
import { findPersonalBlobs, PERSONAL_ROWS, readPersonalRows } from './export-queries.ts';

const SHA256 = /"(?:pdf_)?sha256": "([0-9a-f]{64})"/g;

/**
 * All that is kept of a person, as a tar: a file of JSON lines for each kind of thing, and the bytes of the files that they
 * uploaded. Of others nothing.
 */
export async function exportPerson(
  { db, files }: Pick<Environment, 'db' | 'files'>,
  userId: string,
): Promise<Tar> {
  const spool = createSpool(files);
  try {
    const members: TarMember[] = [];
    const hashes = new Set<string>();
    for (const name of PERSONAL_ROWS) {
      const { size, read } = await spool.write(noteHashes(readPersonalRows(db, name, userId), hashes));
      members.push({ name: `${name}.jsonl`, size, read });
    }
    for (const { sha256, size } of await findPersonalBlobs(db, hashes))
      members.push({ name: `files/${sha256}`, size, read: () => files.read(sha256) });
    return tarOf(members, spool.drop);
  } catch (error) {
    await spool.drop();
    throw error;
  }
}

/** Notes the hashes of bytes that the rows name. */
async function* noteHashes(lines: AsyncIterable<string[]>, hashes: Set<string>): AsyncGenerator<string[]> {
  for await (const some of lines) {
    for (const line of some) for (const [, hash = ''] of line.matchAll(SHA256)) hashes.add(hash);
    yield some;
  }
}
