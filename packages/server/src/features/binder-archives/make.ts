import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { chainLog, findHash, findPosition } from '../chain/index.ts';
import { signingKey } from '../receipts/index.ts';
import {
  type FileMember,
  fileName,
  MANIFEST_NAME,
  PEOPLE,
  type RowsMember,
  rowsName,
  writeManifest,
} from './manifest.ts';
import { findName, findNamedBlobs, findPeople, nameBinder, readLinks, readRows } from './queries.ts';
import { ARCHIVED_TABLES, archivedColumns } from './tables.ts';
import { END, memberBytes, paddingBytes, tarHeader } from './tar.ts';

const USER_ID = /"(U[0-9A-Za-z]{22})"/g;

/** What archives are made of and read into. */
export type ArchiveEnvironment = Pick<Environment, 'db' | 'files' | 'secrets' | 'baseUrl'>;

/** An archive that can be sent. */
export interface Archive {
  /** Of the binder. */
  name: string;
  /** In bytes. */
  size: number;
  /** Its bytes, once; what was written to the disk for it is removed with their end. */
  content(): AsyncGenerator<Buffer>;
}

/** Rows that lie on the disk until they are sent. */
interface Spooled {
  member: RowsMember;
  path: string;
}

/**
 * Makes the archive of a binder as it is at one moment. Its rows are written to the disk first, so that no transaction waits
 * for whoever reads. The same state gives the same bytes. Throws not found.
 */
export async function makeArchive(env: ArchiveEnvironment, binderId: string): Promise<Archive> {
  const spool: string[] = [];
  const drop = () => Promise.all(spool.map((path) => rm(path, { force: true })));
  try {
    const { name, manifest, rows, files } = await readSnapshot(env, binderId, () => {
      const path = env.files.newTemporary();
      spool.push(path);
      return path;
    });
    const sizes = [
      manifest.length,
      ...rows.map(({ member }) => member.size),
      ...files.map(({ size }) => size),
    ];
    return {
      name,
      size: sizes.reduce((sum, size) => sum + memberBytes(size), END.length),
      async *content() {
        try {
          yield* sendMember(MANIFEST_NAME, manifest.length, [manifest]);
          for (const { member, path } of rows)
            yield* sendMember(member.name, member.size, createReadStream(path));
          for (const { name, size, sha256 } of files) yield* sendMember(name, size, env.files.read(sha256));
          yield END;
        } finally {
          await drop();
        }
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

interface Snapshot {
  name: string;
  manifest: Buffer;
  rows: Spooled[];
  files: FileMember[];
}

async function readSnapshot(
  env: ArchiveEnvironment,
  binderId: string,
  newPath: () => string,
): Promise<Snapshot> {
  const { db } = env;
  const key = await signingKey(env);
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { epoch, seq } = found(await findPosition(tx, binderId), 'binder', binderId);
    // The snapshot may hold fewer links than entries. A link never changes, so those are read where they are now.
    await chainLog(db, binderId);
    const hash = (await findHash(db, binderId, seq)) ?? CHAIN_START;
    await nameBinder(tx, binderId);
    const people = new Set<string>();
    const columnsOf = await archivedColumns(tx);
    const rows: Spooled[] = [];
    const add = async (name: string, columns: string[], lines: AsyncIterable<string[]>) => {
      const path = newPath();
      const written = await writeLines(path, lines);
      rows.push({ path, member: { name: rowsName(name), columns, ...written } });
    };
    for (const table of ARCHIVED_TABLES) {
      const columns = columnsOf(table);
      const lines =
        table.name === 'binder_chain' ? readLinks(db, binderId, seq, columns) : readRows(tx, table, columns);
      await add(table.name, columns, noteUsers(lines, people));
    }
    await add(PEOPLE, ['first_name', 'id', 'is_bot', 'last_name', 'name'], findPeople(tx, [...people]));
    const blobs = await findNamedBlobs(tx, binderId);
    const files = blobs.map(({ sha256, size }) => ({ name: fileName(sha256), size, sha256 }));
    const name = await findName(tx, binderId);
    const manifest = writeManifest(
      {
        issuer: env.baseUrl(),
        binder: { id: binderId, name, epoch },
        log: { seq, hash },
        rows: rows.map(({ member }) => member),
        files,
      },
      key,
    );
    return { name, manifest, rows, files };
  });
}

/** Notes the ids of users that the rows name. */
async function* noteUsers(lines: AsyncIterable<string[]>, users: Set<string>): AsyncGenerator<string[]> {
  for await (const some of lines) {
    for (const line of some) for (const [, id = ''] of line.matchAll(USER_ID)) users.add(id);
    yield some;
  }
}

/** Writes lines to a new file. */
async function writeLines(
  path: string,
  lines: AsyncIterable<string[]>,
): Promise<{ size: number; sha256: string; rows: number }> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // Heard by whoever waits for it; unheard, a failure would end the process.
  out.on('error', () => {});
  const hash = createHash('sha256');
  let size = 0;
  let rows = 0;
  try {
    for await (const some of lines) {
      const bytes = Buffer.from(some.map((line) => `${line}\n`).join(''));
      hash.update(bytes);
      size += bytes.length;
      rows += some.length;
      if (!out.write(bytes)) await once(out, 'drain');
    }
    out.end();
    await finished(out);
  } finally {
    out.destroy();
  }
  return { size, sha256: hash.digest('hex'), rows };
}

async function* sendMember(
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield tarHeader(name, size);
  let sent = 0;
  for await (const chunk of content) {
    sent += chunk.length;
    yield chunk;
  }
  // Who reads was told the length of the whole; an archive that ends early is noticed.
  if (sent !== size) throw new Error(`${name} has ${sent} bytes, not ${size}`);
  const padding = paddingBytes(size);
  if (padding > 0) yield Buffer.alloc(padding);
}
