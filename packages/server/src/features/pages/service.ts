import { createReadStream } from 'node:fs';
import { type InspectedFile, MediaBusy, MediaTimeout, type RefusedFile } from '@ringbinder/page-renderer';
import { type Actor, type BinderCall, type BinderChange, changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type ApiError,
  because,
  exceedsLimit,
  invalid,
  notFound,
  type Reason,
  unavailable,
  withDetails,
} from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { insertFile, storeBytes } from '../files/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { checkPageLimit } from './page-limit.ts';
import { insertPages, markPagesDeleted } from './queries.ts';

const BUSY_RETRY_SECONDS = 5;

export interface AcceptedUpload {
  inspection: Extract<InspectedFile, { ok: true }>;
  pdf: ReceivedBytes | null;
}

export interface StoredUpload {
  fileId: string;
  at: number;
}

export async function inspectFile(
  env: Environment,
  file: ReceivedFile,
  signal: AbortSignal,
  { partName = 'file', withoutPages = false }: { partName?: string; withoutPages?: boolean } = {},
): Promise<AcceptedUpload> {
  try {
    const options = { fileName: file.name, signal, withoutPages };
    const inspection = await env.media.inspect(file.bytes.path, options);
    if (inspection.ok) {
      const pdf = await receiveConverted(env, inspection);
      await Promise.all([file.bytes.prepare(), pdf?.prepare()]);
      return { inspection, pdf };
    }
    throw refusalOf(inspection, partName);
  } catch (error) {
    if (error instanceof MediaBusy)
      throw unavailable(
        withDetails(because('server_busy'), 'too many files are being read right now'),
        BUSY_RETRY_SECONDS,
        error,
      );
    if (error instanceof MediaTimeout) throw invalid(partName, because('file_too_slow'));
    throw error;
  }
}

const FILE_REASONS = {
  empty: 'file_empty',
  encrypted: 'file_encrypted',
  invalid: 'file_damaged',
  too_large: 'file_too_complex',
  too_slow: 'file_too_slow',
} as const satisfies Record<RefusedFile['kind'], Reason>;

function refusalOf({ kind, reason }: RefusedFile, partName: string): ApiError {
  const text = withDetails(because(FILE_REASONS[kind]), `is refused: ${reason}`);
  return kind === 'too_large' ? exceedsLimit(partName, text) : invalid(partName, text);
}

/** Stores the converted file, because another conversion might place page breaks differently. */
async function receiveConverted(
  env: Environment,
  { converted }: AcceptedUpload['inspection'],
): Promise<ReceivedBytes | null> {
  if (!converted) return null;
  try {
    return await env.files.receive(createReadStream(converted.path), Number.MAX_SAFE_INTEGER);
  } finally {
    await converted.remove();
  }
}

export function storeUpload(
  call: BinderCall,
  file: ReceivedFile,
  acceptedFile: AcceptedUpload,
): Promise<StoredUpload> {
  return changeBinder(call, 'write', async (change) => {
    const { fileId, entries } = await addFile(call, change, file, acceptedFile);
    await checkBytes(change.tx, change.access.orgId);
    await change.log(entries);
    return { fileId, at: change.at };
  });
}

/**
 * Returns log entries for the caller to write.
 *
 * @param pageName if empty, the pages get the name of the file
 */
export async function addFile(
  { env, actor }: { env: Environment; actor: Pick<Actor, 'userId'> },
  { tx, at, access: { binderId } }: Pick<BinderChange, 'tx' | 'at'> & { access: { binderId: string } },
  { name, bytes }: ReceivedFile,
  { inspection, pdf }: AcceptedUpload,
  {
    pageName = '',
    description,
    signed,
  }: {
    pageName?: string;
    description?: string | undefined;
    signed?: Parameters<typeof insertFile>[1]['signed'];
  } = {},
): Promise<{ fileId: string; pageIds: number[]; entries: NewLogEntry[] }> {
  const fileId = env.ids.next('file');
  const { mimeType, conversion = null } = inspection;
  await storeBytes(tx, pdf ? [bytes, pdf] : [bytes], at);
  const { sha256, size } = bytes;
  const file = { binderId, id: fileId, name, sha256, size, mimeType, userId: actor.userId, at };
  await insertFile(tx, { ...file, pdfSha256: pdf?.sha256 ?? null, conversion, ...(signed && { signed }) });
  const uploaded: NewLogEntry = { kind: 'file_uploaded', body: { id: fileId, name, mime_type: mimeType } };
  const { pageIds, entries } = await addPages(tx, { binderId, fileId, at }, inspection, {
    pageName,
    description,
  });
  return { fileId, pageIds, entries: [uploaded, ...entries] };
}

/** Returns log entries for the caller to write. */
export async function addPages(
  tx: BinderChange['tx'],
  { binderId, fileId, at }: { binderId: string; fileId: string; at: number },
  { pageType, pages, duration, url }: AcceptedUpload['inspection'],
  { pageName = '', description }: { pageName?: string; description?: string | undefined } = {},
): Promise<{ pageIds: number[]; entries: NewLogEntry[] }> {
  if (pageType === null || pages.length === 0) return { pageIds: [], entries: [] };
  await checkPageLimit(tx, binderId, pages.length);
  const firstId = await allocateIds(tx, binderId, pages.length);
  const createdPages = pages.map((size, pageIndex) => ({
    id: firstId + pageIndex,
    fileId,
    type: pageType,
    pageIndex,
    ...size,
    name: pageName,
    ...(pageIndex === 0 && { description }),
    duration,
    url,
  }));
  await insertPages(tx, binderId, createdPages, at);
  return {
    pageIds: createdPages.map(({ id }) => id),
    entries: createdPages.map(({ id }) => ({
      kind: 'page_created',
      body: { id, type: pageType, file_id: fileId },
    })),
  };
}

export function deletePages(call: BinderCall, ids: number[]): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const deleted = await markPagesDeleted(tx, call.binderId, uniqueIds, at);
    const missing = uniqueIds.find((id) => !deleted.includes(id));
    if (missing !== undefined) throw notFound('page', missing);
    const entries: NewLogEntry[] = uniqueIds.map((id) => ({ kind: 'page_deleted', body: { id } }));
    await log(entries);
  });
}
