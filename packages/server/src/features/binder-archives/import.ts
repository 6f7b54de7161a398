import { visibleName } from '@ringbinder/protocol/visible-name.ts';
import type { OrgAccess } from '../../access/index.ts';
import { because, conflict, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { ensureCursor } from '../binders/index.ts';
import { storeBytes } from '../files/index.ts';
import { beginHistory, checkChain, relinkChain, setHead, setHeadTo } from '../hash-chain/index.ts';
import { checkBinders, checkBytes } from '../orgs/index.ts';
import * as queries from './insert-queries.ts';
import type { ArchiveEnvironment } from './make.ts';
import { PEOPLE } from './manifest.ts';
import { type Person, peopleOf, withVisibleName } from './people.ts';
import { type OpenedArchive, openArchive } from './read.ts';
import { ARCHIVED_TABLES, archivedColumns, CLEARED_TABLES } from './tables.ts';

export interface ImportedBinder {
  binderId: string;
  name: string;
  files: number;
  seq: number;
  placeholders: number;
}

export interface ImportTarget {
  org: Pick<OrgAccess, 'orgId' | 'partnerId'>;
  at: number;
  /** Thumbprints of signing keys. */
  trusted: readonly string[];
  relinks?: boolean;
  record(tx: Transaction, imported: ImportedBinder): Promise<void>;
}

export async function importArchive(
  env: ArchiveEnvironment,
  path: string,
  target: ImportTarget,
): Promise<ImportedBinder> {
  const archive = await openArchive(path, target.trusted);
  const bytes = await archive.receiveFiles(env.files);
  try {
    return await env.db.transaction((tx) => insert(tx, archive, bytes, target));
  } finally {
    await Promise.all(bytes.map((each) => each.drop()));
  }
}

async function insert(
  tx: Transaction,
  archive: OpenedArchive,
  bytes: ReceivedBytes[],
  target: ImportTarget,
): Promise<ImportedBinder> {
  const { org, at } = target;
  const { binder, log, files } = archive.manifest;
  await deleteOldRows(tx, binder.id, org.orgId);
  await storeBytes(tx, bytes, at);
  const placeholders = await insertPeople(tx, archive, { ...org, at });
  await insertTables(tx, archive, org);
  const name = visibleName(binder.name) || binder.id;
  if (name !== binder.name) await queries.renameBinder(tx, binder.id, name);
  if (!archive.columnsOf('version_starts').includes('todos_seq'))
    await queries.insertTodoHistoryStart(tx, binder.id);
  await checkBinders(tx, org.orgId);
  await checkBytes(tx, org.orgId);
  const { problem } = await checkChain(tx, binder.id, log);
  if (problem && !target.relinks)
    throw preconditionFailed(
      withDetails(
        because('not_possible'),
        `the log of the archive does not match its hash chain: seq ${problem.seq}: ${problem.reason}. The operator of the service can import it with \`npm run import-binders\` and --relink`,
      ),
    );
  if (problem) {
    // `relinkChain` compares the log with this head.
    await setHeadTo(tx, binder.id, log);
    await relink(tx, binder.id, at);
  } else await setHead(tx, binder.id);
  await queries.prepareBackgroundWork(tx, binder.id, at);
  if (await queries.hasBots(tx, binder.id)) await ensureCursor(tx, binder.id);
  const imported = {
    binderId: binder.id,
    name,
    files: files.length,
    seq: log.seq,
    placeholders,
  };
  await target.record(tx, imported);
  return imported;
}

async function relink(tx: Transaction, binderId: string, at: number): Promise<void> {
  const relinked = await relinkChain({ db: tx, bus: { wake: () => {} } }, binderId, at);
  if (relinked.outcome === 'incomplete')
    throw preconditionFailed(
      withDetails(because('not_possible'), `the log of the archive lacks the entry ${relinked.seq}`),
    );
}

/** `beginHistory` makes other processes discard links of the old log. */
async function deleteOldRows(tx: Transaction, binderId: string, orgId: string): Promise<void> {
  const existing = await queries.lockExistingBinder(tx, binderId);
  if (!existing) {
    await beginHistory(tx, binderId);
    // `beginHistory` may have waited for a concurrent import of this binder.
    if (await queries.lockExistingBinder(tx, binderId))
      throw conflict(withDetails(because('not_possible'), `binder ${binderId} was just imported`));
    return;
  }
  if (existing.org_id !== orgId)
    throw conflict(
      withDetails(because('not_possible'), `binder ${binderId} belongs to another org of this server`),
    );
  if (existing.deleted_at === null)
    throw conflict(
      withDetails(because('not_possible'), `binder ${binderId} must be deleted before it can be imported`),
    );
  await beginHistory(tx, binderId);
  const tables = ARCHIVED_TABLES.map(({ name }) => name).filter((name) => name !== 'binders');
  for (const table of [...CLEARED_TABLES, ...tables.toReversed()])
    await queries.deleteRows(tx, table, binderId);
}

async function insertPeople(
  tx: Transaction,
  archive: OpenedArchive,
  where: { orgId: string; partnerId: string; at: number },
): Promise<number> {
  let placeholders = 0;
  const referencedIds = await findReferencedPeople(archive);
  for await (const rows of archive.rows(PEOPLE)) {
    const archivedPeople = JSON.parse(rows) as Person[];
    const people = JSON.stringify(
      archivedPeople.filter(({ id }) => referencedIds.has(id)).map(withVisibleName),
    );
    const foreign = await queries.findUserOfOtherPartner(tx, people, where.partnerId);
    if (foreign)
      throw preconditionFailed(
        withDetails(
          because('not_possible'),
          `user ${foreign} of the archive belongs to another partner here`,
        ),
      );
    placeholders += await queries.insertPlaceholders(tx, people, where);
    await queries.repeatErasures(tx, people);
  }
  return placeholders;
}

/** Archives of earlier releases also list people whose ids occur only in texts that users wrote. */
async function findReferencedPeople(archive: OpenedArchive): Promise<Set<string>> {
  const referencedIds = new Set<string>();
  for (const { name } of ARCHIVED_TABLES)
    for await (const rows of archive.rows(name))
      for (const row of JSON.parse(rows)) for (const id of peopleOf(name, row)) referencedIds.add(id);
  return referencedIds;
}

async function insertTables(
  tx: Transaction,
  archive: OpenedArchive,
  org: { orgId: string; partnerId: string },
): Promise<void> {
  const columnsHere = await archivedColumns(tx);
  for (const table of ARCHIVED_TABLES) {
    const columns = archive.columnsOf(table.name);
    const tableColumns = new Set(columnsHere(table));
    const unknown = columns.find((column) => !tableColumns.has(column));
    if (unknown)
      throw invalid(
        'file',
        `was written by another version of Ringbinder: ${table.name} has no column ${unknown} here`,
      );
    for await (const rows of archive.rows(table.name)) {
      if (table.name === 'binders') await queries.insertBinder(tx, rows, columns, org);
      else await queries.insertRows(tx, table.name, columns, rows);
    }
  }
}
