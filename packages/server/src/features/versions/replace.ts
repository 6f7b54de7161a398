import {
  accessBinder,
  type BinderCall,
  type BinderChange,
  changeBinder,
  openBinderAsOf,
  orNotFound,
} from '../../access/index.ts';
import { because, fieldPreconditionFailed, withDetails } from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { insertFile, storeBytes } from '../files/index.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { checkBytes } from '../orgs/index.ts';
import {
  type AcceptedUpload,
  archiveReplacedFile,
  checkPageLimit,
  insertPages,
  markPagesDeleted,
  placePages,
} from '../pages/index.ts';
import { replaceStepPages } from '../transactions/index.ts';
import { alignPages, findDocument, type StoredDocument } from './document.ts';
import * as queries from './queries.ts';

export interface StoredVersion {
  fileId: string;
  at: number;
}

type NewFile = Pick<
  Parameters<typeof insertFile>[1],
  'name' | 'sha256' | 'size' | 'mimeType' | 'pdfSha256' | 'conversion'
>;

export function replaceFile(
  call: BinderCall,
  pageId: number,
  { name, bytes }: ReceivedFile,
  { inspection, pdf }: AcceptedUpload,
): Promise<StoredVersion> {
  const { mimeType, pageType, duration, url, conversion = null } = inspection;
  return changeBinder(call, 'write', async (change) => {
    const document = await findDocument(change.tx, call.binderId, pageId);
    checkType(document, pageType, inspection.pages.length);
    await storeBytes(change.tx, pdf ? [bytes, pdf] : [bytes], change.at);
    const { sha256, size } = bytes;
    const file = { name, sha256, size, mimeType, pdfSha256: pdf?.sha256 ?? null, conversion };
    const pages = inspection.pages.map((page, pageIndex) => ({ ...page, pageIndex, duration, url }));
    const stored = await showVersion(call, change, document, { file, pages });
    await finish(call, change, document, stored.entries, feedTexts.fileReplaced(name));
    return stored;
  });
}

function checkType({ type }: StoredDocument, newType: string | null, pages: number): void {
  if (newType === type && pages > 0) return;
  const text = withDetails(
    because('version_pages'),
    `must have pages of type ${type}, as the document has; it has ${
      newType === null || pages === 0 ? 'no pages' : `pages of type ${newType}`
    }`,
  );
  throw fieldPreconditionFailed('file', text);
}

export async function restoreVersion(
  call: BinderCall,
  pageId: number,
  versionId: string,
): Promise<StoredVersion> {
  const { binderId } = call;
  const { pages, drawings } = await readVersion(call, pageId, versionId);
  return changeBinder(call, 'write', async (change) => {
    const document = await findDocument(change.tx, binderId, pageId);
    const version = await requireEarlier(change.tx, binderId, document, versionId);
    const { name, size, sha256, mime_type: mimeType, pdf_sha256: pdfSha256, conversion } = version;
    const file = { name, size, sha256, mimeType, pdfSha256, conversion };
    const stored = await showVersion(call, change, document, { file, pages });
    const idOf = new Map(pages.map((page) => [page.id, stored.idOf.get(page) ?? 0]));
    const restored = drawings.map((each) => ({ ...each, page_id: idOf.get(each.page_id) ?? 0 }));
    await queries.insertDrawings(change.tx, binderId, restored, change.at);
    const drawn = restored.map(
      ({ page_id, client_uuid }): NewLogEntry => ({ kind: 'page_annotated', body: { page_id, client_uuid } }),
    );
    await finish(call, change, document, [...stored.entries, ...drawn], feedTexts.versionRestored(name));
    return stored;
  });
}

/** Reads the version before the transaction begins, because a past version does not change. */
async function readVersion({ env, actor, binderId }: BinderCall, pageId: number, versionId: string) {
  await accessBinder(env.db, actor, binderId, 'write');
  const document = await findDocument(env.db, binderId, pageId);
  const { until_seq } = await requireEarlier(env.db, binderId, document, versionId);
  const past = await openBinderAsOf(env, binderId, `seq:${until_seq - 1}`, ['pages', 'annotations', 'files']);
  const carriers = await queries.findCarriers(env.db, binderId, document.fileId);
  const pages = firstOfEach(await queries.findPagesOfVersion(past, binderId, versionId, carriers));
  const ids = pages.map(({ id }) => id);
  return { pages, drawings: await queries.findDrawings(past, binderId, ids) };
}

async function requireEarlier(
  db: Database,
  binderId: string,
  { fileId }: StoredDocument,
  versionId: string,
): Promise<queries.VersionRow> {
  const found = await queries.findVersion(db, binderId, fileId, versionId);
  const version = orNotFound(found, 'version', versionId);
  if (version.file_id !== fileId) return version;
  throw fieldPreconditionFailed('file_id', because('current_version'));
}

/** The binder may have had several copies of the file. */
function firstOfEach<P extends { pageIndex: number }>(pages: readonly P[]): P[] {
  const indexes = new Set<number>();
  return pages.filter(({ pageIndex }) => !indexes.has(pageIndex) && indexes.add(pageIndex));
}

export async function finish(
  { actor, binderId }: BinderCall,
  { tx, access, at, log }: BinderChange,
  { pageIds: [id] }: StoredDocument,
  entries: readonly NewLogEntry[],
  text: string,
): Promise<void> {
  await checkBytes(tx, access.orgId);
  const message = await writeFeedMessage(tx, {
    binderId,
    userId: actor.userId,
    at,
    text,
    ...(id !== undefined && { replyTo: { page: { id } } }),
  });
  await log([...entries, message]);
}

type VersionPage = queries.PageOfVersion & { id?: number };

export async function showVersion<P extends VersionPage>(
  { env, actor, binderId }: BinderCall,
  { tx, at }: BinderChange,
  document: StoredDocument,
  { file, pages, hasDrawings = false }: { file: NewFile; pages: readonly P[]; hasDrawings?: boolean },
): Promise<StoredVersion & { idOf: Map<P, number>; entries: NewLogEntry[] }> {
  const { fileId: replaces, pageIds, type, name, sectionId } = document;
  const fileId = env.ids.next('file');
  await insertFile(tx, { ...file, binderId, id: fileId, userId: actor.userId, at, replaces });
  const { kept, added, removed } = alignPages(pageIds, pages);
  const reused = kept.map(({ id }) => id);
  const idOf = new Map(kept.map(({ id, page }) => [page, id]));
  const erased = hasDrawings ? [] : await queries.removeDrawings(tx, binderId, reused);
  const erasedBytes = new Map<number, number>();
  for (const { page_id, bytes } of erased) erasedBytes.set(page_id, (erasedBytes.get(page_id) ?? 0) + bytes);
  const shown = kept.map(({ id, page }) => ({ ...page, id, historyBytes: erasedBytes.get(id) ?? 0 }));
  await queries.replacePages(tx, binderId, fileId, shown, at);
  const entries: NewLogEntry[] = [
    { kind: 'file_uploaded', body: { id: fileId, name: file.name, mime_type: file.mimeType, replaces } },
    ...erased.map(
      ({ page_id, client_uuid }): NewLogEntry => ({
        kind: 'page_annotation_deleted',
        body: { page_id, client_uuid },
      }),
    ),
    ...reused.map((id): NewLogEntry => ({ kind: 'page_updated', body: { id, file_id: fileId } })),
  ];
  for (const group of added) {
    const afterId = group.afterId ?? (await queries.findPageBefore(tx, binderId, pageIds[0] ?? 0));
    const newPages = group.pages.map((page) => ({ ...page, fileId, type, name, sectionId }));
    const ids = await addPages({ tx, binderId, at }, newPages, afterId, entries);
    for (const [index, page] of group.pages.entries()) idOf.set(page, ids[index] ?? 0);
  }
  await markPagesDeleted(tx, binderId, removed, at);
  entries.push(...removed.map((id): NewLogEntry => ({ kind: 'page_deleted', body: { id } })));
  await archiveReplacedFile(tx, binderId, replaces, at);
  if (added.length > 0 || removed.length > 0) {
    const after = pages.map((page) => idOf.get(page) ?? 0);
    const changed = await replaceStepPages(tx, binderId, { before: pageIds, after }, at);
    entries.push(...changed.map((id): NewLogEntry => ({ kind: 'transaction_updated', body: { id } })));
  }
  return { fileId, at, idOf, entries };
}

async function addPages(
  { tx, binderId, at }: Pick<BinderChange, 'tx' | 'at'> & { binderId: string },
  pages: readonly Omit<Parameters<typeof insertPages>[2][number], 'id'>[],
  afterId: number,
  entries: NewLogEntry[],
): Promise<number[]> {
  if (pages.length === 0) return [];
  await checkPageLimit(tx, binderId, pages.length);
  const firstId = await allocateIds(tx, binderId, pages.length);
  const ids = pages.map((_, index) => firstId + index);
  const created = pages.map((page, index) => ({ ...page, id: firstId + index }));
  await insertPages(tx, binderId, created, at);
  const numbers = await placePages(tx, binderId, { ids, afterId }, at);
  for (const { id, type, fileId } of created)
    entries.push({ kind: 'page_created', body: { id, type, file_id: fileId ?? '' } });
  for (const [id, page_number] of numbers)
    if (!ids.includes(id)) entries.push({ kind: 'page_updated', body: { id, page_number } });
  return ids;
}
