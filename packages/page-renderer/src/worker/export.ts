import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ExportedFile, ExportedPage, ExportJob, ExtractJob } from '../jobs.ts';
import { annotate, appendPage, insertWords } from './export-page.ts';
import { insertPdfPages, nextFallback, type PageFallback } from './export-pdf-pages.ts';
import type { Limits } from './kinds/kind.ts';
import { PdfAssembly } from './pdfium/assembly.ts';
import { underDeadline } from './pdfium/deadline.ts';
import { withPdf } from './pdfium/document.ts';
import { withFile } from './pdfium/file-source.ts';
import { dropPdfium, loadPdfium } from './pdfium/module.ts';
import { Unreadable } from './unreadable.ts';

const PDF = 'application/pdf';
/** Maximum number of restarts of an export. Each crash of pdfium causes one. */
const MAX_RESTARTS = 8;

export async function exportPages({ pages, path }: ExportJob, limits: Limits): Promise<ExportedFile> {
  const fallbacks = new Map<ExportedPage, PageFallback>();
  const bytes = await assemble(pages, fallbacks, limits, (assembly) => write(assembly, path));
  const of = (fallback: PageFallback) =>
    pages.filter((page) => fallbacks.get(page) === fallback).map(({ id }) => id);
  return { bytes, asPicture: of('picture'), asWords: of('words') };
}

/** Extracts a page as a PDF, with its displayed look. Throws Unreadable if the page does not exist. */
export async function extractPage({ path, index }: ExtractJob, limits: Limits): Promise<Buffer> {
  const { count, size } = await withFile(path, (source) =>
    withPdf(source, limits.deadlineMs, (document) => ({
      count: document.pageCount,
      size: document.pageSize(index),
    })),
  );
  if (size === null) throw new Unreadable(`the PDF has no page ${index + 1}`);
  // For the only page, return the original file, which has its form, signatures and layers.
  if (count === 1) return readFile(path);
  const source = { from: 'file', path, mimeType: PDF, index } as const;
  const page: ExportedPage = { id: index + 1, source, ...size, markup: null };
  return assemble([page], new Map(), limits, (assembly) => {
    const blocks: Uint8Array[] = [];
    assembly.save((block) => {
      blocks.push(block);
    });
    return Buffer.concat(blocks);
  });
}

/**
 * Assembles the pages and calls `finish`. If a page crashes pdfium, starts over in a new pdfium with the next fallback
 * for that page. Throws Unreadable, which names the page, after the last fallback or too many restarts.
 */
async function assemble<T>(
  pages: readonly ExportedPage[],
  fallbacks: Map<ExportedPage, PageFallback>,
  limits: Limits,
  finish: (assembly: PdfAssembly) => T,
): Promise<T> {
  for (let restarts = 0; ; restarts++) {
    const assembly = new PdfAssembly(await loadPdfium());
    let current: readonly ExportedPage[] = [];
    try {
      for (current of runsOf(pages, fallbacks)) await appendRun(assembly, current, fallbacks, limits);
      const result = underDeadline(limits.deadlineMs, () => finish(assembly));
      assembly.close();
      return result;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) {
        assembly.close();
        throw error;
      }
      dropPdfium();
      const isLast = restarts === MAX_RESTARTS || current.some((page) => fallbacks.get(page) === 'words');
      if (isLast) throw new Unreadable(`page ${current[0]?.id} breaks the PDF library`, { cause: error });
      for (const page of current) fallbacks.set(page, nextFallback(fallbacks.get(page)));
    }
  }
}

/** Groups consecutive pages of one PDF. They are copied together, with their shared fonts and pictures. */
function runsOf(
  pages: readonly ExportedPage[],
  fallbacks: ReadonlyMap<ExportedPage, PageFallback>,
): ExportedPage[][] {
  const runs: ExportedPage[][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    const path = pdfPath(page);
    const isAlone = fallbacks.has(page) || run?.[0] === undefined || fallbacks.has(run[0]);
    if (!isAlone && path !== null && run?.[0] && pdfPath(run[0]) === path) run.push(page);
    else runs.push([page]);
  }
  return runs;
}

function pdfPath({ source }: ExportedPage): string | null {
  return source.from === 'file' && source.mimeType === PDF ? source.path : null;
}

async function appendRun(
  assembly: PdfAssembly,
  run: readonly ExportedPage[],
  fallbacks: Map<ExportedPage, PageFallback>,
  limits: Limits,
): Promise<void> {
  const first = assembly.pageCount;
  const [page] = run;
  if (page === undefined) return;
  const path = pdfPath(page);
  const appendWords = (error: unknown) => {
    if (!(error instanceof Unreadable) || assembly.pageCount > first) throw error;
    fallbacks.set(page, 'words');
    return insertWords(assembly, page, first, limits);
  };
  if (path !== null) await insertPdfPages(assembly, path, run, fallbacks, limits);
  else if (fallbacks.get(page) === 'words') await insertWords(assembly, page, first, limits);
  else await appendPage(assembly, page, limits).catch(appendWords);
  for (const [place, page] of run.entries())
    await naming(page, () => annotate(assembly, first + place, page, limits));
}

async function naming(page: ExportedPage, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Unreadable(`page ${page.id}: ${error.message}`, { cause: error.cause });
  }
}

function write(assembly: PdfAssembly, path: string): number {
  const descriptor = openSync(path, 'w', 0o600);
  let bytes = 0;
  try {
    assembly.save((block) => {
      bytes += writeSync(descriptor, block);
    });
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}
