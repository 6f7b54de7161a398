import { CHAIN_START } from '@ringbinder/protocol/chain.ts';
import { orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, unavailable, withDetails } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import {
  chainDamaged,
  chainLog,
  checkChain,
  findHash,
  findPosition,
  isSameHistory,
} from '../hash-chain/index.ts';
import { signingKey } from '../receipts/index.ts';
import { fileName, MANIFEST_NAME, PEOPLE, type RowsMember, rowsName, writeManifest } from './manifest.ts';
import { peopleOf } from './people.ts';
import {
  findBinderName,
  findPeople,
  findReferencedBlobs,
  readLinks,
  readRows,
  setArchivedBinder,
} from './queries.ts';
import { createSpool, type Spool, type Tar, type TarMember, tarOf } from './spool.ts';
import { ARCHIVED_TABLES, archivedColumns } from './tables.ts';

const REPLACED_RETRY_SECONDS = 1;

export type ArchiveEnvironment = Pick<Environment, 'db' | 'files' | 'secrets' | 'baseUrl'>;

/** The temporary files are deleted when `content` ends or its reader stops. */
export interface Archive extends Tar {
  name: string;
}

/**
 * No transaction waits for a slow reader, because the rows are on disk first. Two archives of the same state have the
 * same bytes.
 */
export async function makeArchive(env: ArchiveEnvironment, binderId: string): Promise<Archive> {
  const spool = createSpool(env.files);
  try {
    const { name, members } = await readSnapshot(env, binderId, spool);
    return { name, ...tarOf(members, spool.drop) };
  } catch (error) {
    await spool.drop();
    throw error;
  }
}

async function readSnapshot(
  env: ArchiveEnvironment,
  binderId: string,
  spool: Spool,
): Promise<{ name: string; members: TarMember[] }> {
  const { db } = env;
  const key = await signingKey(env);
  // An import during the export changes `history`, and `requireChain` then throws.
  await chainLog(db, binderId);
  const { history } = orNotFound(await findPosition(db, binderId), 'binder', binderId);
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { epoch, seq } = orNotFound(await findPosition(tx, binderId), 'binder', binderId);
    // The snapshot may lack the newest links, so `db` reads them outside of it.
    await chainLog(db, binderId);
    const hash = (await findHash(db, binderId, seq)) ?? CHAIN_START;
    await setArchivedBinder(tx, binderId);
    const people = new Set<string>();
    const columnsOf = await archivedColumns(tx);
    const rows: RowsMember[] = [];
    const members: TarMember[] = [];
    const add = async (table: string, columns: string[], lines: AsyncIterable<string[]>) => {
      const name = rowsName(table);
      const { read, ...written } = await spool.write(lines);
      rows.push({ name, columns, ...written });
      members.push({ name, size: written.size, read });
    };
    for (const table of ARCHIVED_TABLES) {
      const columns = columnsOf(table);
      const lines =
        table.name === 'binder_chain' ? readLinks(db, binderId, seq, columns) : readRows(tx, table, columns);
      await add(table.name, columns, collectUsers(table.name, lines, people));
    }
    await add(PEOPLE, ['first_name', 'id', 'is_bot', 'last_name', 'name'], findPeople(tx, [...people]));
    await requireChain(db, binderId, { seq, hash, history });
    const blobs = await findReferencedBlobs(tx, binderId);
    const files = blobs.map(({ sha256, size }) => ({ name: fileName(sha256), size, sha256 }));
    for (const { name, size, sha256 } of files)
      members.push({ name, size, read: () => env.files.read(sha256) });
    const name = await findBinderName(tx, binderId);
    const binder = { id: binderId, name, epoch };
    const manifest = writeManifest({ issuer: env.baseUrl(), binder, log: { seq, hash }, rows, files }, key);
    return {
      name,
      members: [{ name: MANIFEST_NAME, size: manifest.length, read: () => [manifest] }, ...members],
    };
  });
}

/** Imports reject a broken chain by default. */
async function requireChain(
  db: Database,
  binderId: string,
  end: { seq: number; hash: string; history: string | null },
): Promise<void> {
  const { problem } = await checkChain(db, binderId, end);
  if (!(await isSameHistory(db, binderId, end)))
    throw unavailable(
      withDetails(because('server_busy'), 'an import replaced the binder during the export; try again'),
      REPLACED_RETRY_SECONDS,
    );
  if (problem) throw chainDamaged(binderId, problem);
}

async function* collectUsers(
  table: string,
  lines: AsyncIterable<string[]>,
  users: Set<string>,
): AsyncGenerator<string[]> {
  for await (const batch of lines) {
    for (const line of batch) for (const id of peopleOf(table, JSON.parse(line))) users.add(id);
    yield batch;
  }
}
