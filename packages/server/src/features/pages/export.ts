import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  type ExportedPage,
  MediaBusy,
  MediaTimeout,
  MediaUnreadable,
  type StoredMarkup,
} from '@ringbinder/page-renderer';
import type { Actor } from '../../access/index.ts';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  ApiError,
  because,
  exceedsLimit,
  notFound,
  preconditionFailed,
  unavailable,
  withDetails,
} from '../../errors.ts';
import { findMarkupBytes } from './annotations.ts';
import { kindOf } from './kinds/index.ts';
import { writeMarkup } from './markup-file.ts';
import { findPages, type PageRow } from './queries.ts';

const MAX_PAGES = 1_000;
const MAX_BYTES = 256 * 1024 ** 2;
const MAX_MARKUP = 64 * 1024 ** 2;
const BUSY_RETRY_SECONDS = 10;
const SLOW_RETRY_SECONDS = 60;

export interface ExportedPdf {
  stream: Readable;
  size: number;
}

/** @param pageIds the pages in the order of the PDF, or null for all pages in display order */
export async function exportPdf(
  env: Environment,
  actor: Actor,
  binderId: string,
  pageIds: number[] | null,
  signal: AbortSignal,
): Promise<ExportedPdf> {
  await accessBinder(env.db, actor, binderId, 'read');
  const rows = await chosenPages(env, binderId, pageIds);
  const ids = rows.map(({ id }) => id);
  checkSize(filesSize(rows), MAX_BYTES, 'the files of these pages');
  const bytesOf = await findMarkupBytes(env.db, binderId, ids);
  checkSize(sumOf(bytesOf), MAX_MARKUP, 'the annotations of these pages');
  const path = env.files.newTemporary();
  const markupPath = env.files.newTemporary();
  try {
    const markup = await writeMarkup(env.db, binderId, bytesOf, markupPath, signal);
    const pages: ExportedPage[] = [];
    for (const row of rows) pages.push(await exportedPage(env, row, markup.get(row.id) ?? null));
    await write(env, pages, path, signal);
    const { size } = await stat(path);
    const stream = createReadStream(path);
    // A cleanup of temporary files removes leftover files.
    stream.once('close', () => void rm(path, { force: true }).catch(() => {}));
    return { stream, size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(markupPath, { force: true });
  }
}

async function chosenPages(env: Environment, binderId: string, ids: number[] | null): Promise<PageRow[]> {
  const requestedPageIds = ids && [...new Set(ids)];
  const rows = await findPages(env.db, binderId, {
    fileId: null,
    ids: requestedPageIds,
    after: { pageNumber: '-1', id: 0 },
    limit: MAX_PAGES + 1,
  });
  if (requestedPageIds !== null) {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return requestedPageIds.map((id) => {
      const row = byId.get(id);
      if (row === undefined) throw notFound('page', id);
      return row;
    });
  }
  if (rows.length === 0) throw preconditionFailed(because('export_no_pages'));
  if (rows.length > MAX_PAGES) {
    throw exceedsLimit('filter', because('export_pages_full', { limit: MAX_PAGES }));
  }
  return rows;
}

function filesSize(rows: readonly PageRow[]): number {
  return sumOf(new Map(rows.map((row) => [row.sha256, kindOf(row).exportedBytes?.(row) ?? 0])));
}

function sumOf(sizes: ReadonlyMap<unknown, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function checkSize(bytes: number, most: number, what: string): void {
  if (bytes > most)
    throw exceedsLimit(
      'filter',
      withDetails(
        because('too_large'),
        `asks for too much: ${what} have ${bytes} bytes, one PDF takes ${most}`,
      ),
    );
}

async function exportedPage(
  env: Environment,
  row: PageRow,
  markup: StoredMarkup | null,
): Promise<ExportedPage> {
  const kind = kindOf(row);
  const source = await kind.source(env, row);
  const { id, width, height } = row;
  const page = { id, source, width, height, markup };
  // A generated card already shows the page's name.
  return kind.caption && source.from === 'file' ? { ...page, caption: kind.caption(row) } : page;
}

async function write(
  env: Environment,
  pages: ExportedPage[],
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await env.media.exportPdf(pages, { path, signal });
  } catch (error) {
    if (error instanceof MediaBusy)
      throw unavailable(
        withDetails(because('server_busy'), 'other PDFs are being written right now'),
        BUSY_RETRY_SECONDS,
        error,
      );
    if (error instanceof MediaTimeout)
      throw unavailable(because('export_slow', { count: pages.length }), SLOW_RETRY_SECONDS, error);
    if (error instanceof MediaUnreadable) throw unwritable(error);
    throw error;
  }
}

function unwritable(error: MediaUnreadable): ApiError {
  const page = /^page (\d+)\b/.exec(error.message)?.[1];
  const what = page === undefined ? 'these pages' : `page ${page}`;
  return new ApiError(
    'RESPONSE_ERROR_FAILED',
    `the server failed to write ${what} into a PDF; quote the request id when you report it`,
    { cause: error },
  );
}
