import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import {
  type ExportedFile,
  type ExportedPage,
  type ExportJob,
  type ExtractedPage,
  type ExtractJob,
  type SendUntagged,
  taggedPathOf,
} from '../jobs.ts';
import { annotate, appendPage, insertWords } from './export-page.ts';
import { indexOf, insertPdfPages, nextFallback, type PageFallback } from './export-pdf-pages.ts';
import type { Limits } from './kinds/kind.ts';
import { PdfAssembly } from './pdfium/assembly.ts';
import { underDeadline } from './pdfium/deadline.ts';
import { withPdf } from './pdfium/document.ts';
import { withFile } from './pdfium/file-source.ts';
import { dropPdfium, loadPdfium } from './pdfium/module.ts';
import type { TaggedPages } from './tags/copy-tags.ts';
import { Unreadable } from './unreadable.ts';

const PDF = 'application/pdf';
const MAX_RESTARTS = 8;
const RESERVE_MS = 2_000;

export async function exportPages(
  { pages, path }: ExportJob,
  limits: Limits,
  sendUntagged: SendUntagged,
): Promise<ExportedFile> {
  const timeLeft = startTimer(limits);
  const fallbacks = new Map<ExportedPage, PageFallback>();
  const places = new Map<ExportedPage, number>();
  const written = await assemble(pages, { fallbacks, places }, limits, (assembly) => write(assembly, path));
  const of = (fallback: PageFallback) =>
    pages.filter((page) => fallbacks.get(page) === fallback).map(({ id }) => id);
  const untagged = { bytes: written, isTagged: false, asPicture: of('picture'), asMessage: of('words') };
  await sendUntagged(untagged, timeLeft() / 2);
  const bytes = await writeTagged(path, await taggedPages(pages, { fallbacks, places }, limits));
  return bytes === null ? untagged : { ...untagged, bytes, isTagged: true };
}

export async function extractPage(
  { path, index }: ExtractJob,
  limits: Limits,
  sendUntagged: SendUntagged,
): Promise<ExtractedPage> {
  const timeLeft = startTimer(limits);
  const { count, size, isTagged } = await withFile(path, (source) =>
    withPdf(source, limits.deadlineMs, (document) => ({
      count: document.pageCount,
      size: document.pageSize(index),
      isTagged: document.isTagged,
    })),
  );
  if (size === null) throw new Unreadable(`the PDF has no page ${index + 1}`);
  // A copy of the file, which has no other page, preserves form, signatures and layers.
  if (count === 1) return { bytes: await readFile(path), lacksTags: false };
  const source = { from: 'file', path, mimeType: PDF, index } as const;
  const page: ExportedPage = { id: index + 1, source, ...size, markup: null };
  const state = { fallbacks: new Map<ExportedPage, PageFallback>(), places: new Map<ExportedPage, number>() };
  const pdf = await assemble([page], state, limits, (assembly) => {
    const blocks: Uint8Array[] = [];
    assembly.save((block) => {
      blocks.push(block);
    });
    return Buffer.concat(blocks);
  });
  if (!isTagged || isDrawn(state.fallbacks.get(page))) return { bytes: pdf, lacksTags: false };
  await sendUntagged({ bytes: pdf, lacksTags: true }, timeLeft() / 2);
  const { copyTags } = await import('./tags/copy-tags.ts');
  const tagged = await copyTags(pdf, [{ path, count, pages: [{ index, place: 0 }] }]);
  return { bytes: tagged === null ? pdf : Buffer.from(tagged), lacksTags: false };
}

function startTimer({ timeoutMs }: Limits): () => number {
  const begun = performance.now();
  return () => Math.max(0, timeoutMs - RESERVE_MS - (performance.now() - begun));
}

interface ExportState {
  fallbacks: Map<ExportedPage, PageFallback>;
  places: Map<ExportedPage, number>;
}

const isDrawn = (fallback: PageFallback | undefined) => fallback === 'picture' || fallback === 'words';

async function writeTagged(path: string, sources: readonly TaggedPages[]): Promise<number | null> {
  if (sources.length === 0) return null;
  const { copyTags } = await import('./tags/copy-tags.ts');
  const tagged = await copyTags(path, sources);
  if (tagged === null) return null;
  await writeFile(taggedPathOf(path), tagged, { mode: 0o600 });
  return tagged.length;
}

async function taggedPages(
  pages: readonly ExportedPage[],
  { fallbacks, places }: ExportState,
  limits: Limits,
): Promise<TaggedPages[]> {
  const groups: { path: string; count: number; pages: { index: number; place: number }[] }[] = [];
  const counts = new Map<string, number>();
  for (const page of pages) {
    const path = pdfPath(page);
    const place = places.get(page);
    if (path === null || place === undefined || isDrawn(fallbacks.get(page))) continue;
    const count = counts.get(path) ?? (await countTaggedPages(path, limits));
    counts.set(path, count);
    if (count === 0) continue;
    const index = indexOf(page);
    const last = groups.at(-1);
    if (last?.path === path && !last.pages.some((each) => each.index === index))
      last.pages.push({ index, place });
    else groups.push({ path, count, pages: [{ index, place }] });
  }
  return groups;
}

const countTaggedPages = (path: string, limits: Limits) =>
  withFile(path, (source) =>
    withPdf(source, limits.deadlineMs, (document) => (document.isTagged ? document.pageCount : 0)),
  ).catch((error) => {
    if (error instanceof Unreadable) return 0;
    throw error;
  });

async function assemble<T>(
  pages: readonly ExportedPage[],
  { fallbacks, places }: ExportState,
  limits: Limits,
  finish: (assembly: PdfAssembly) => T,
): Promise<T> {
  for (let restarts = 0; ; restarts++) {
    const assembly = new PdfAssembly(await loadPdfium());
    let current: readonly ExportedPage[] = [];
    try {
      for (current of runsOf(pages, fallbacks)) {
        const first = assembly.pageCount;
        await appendRun(assembly, current, fallbacks, limits);
        for (const [at, page] of current.entries()) places.set(page, first + at);
      }
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

/** Pages that are copied together share fonts and pictures. */
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
