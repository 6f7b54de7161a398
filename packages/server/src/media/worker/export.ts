import { closeSync, openSync, writeSync } from 'node:fs';
import type { PageSize } from '../inspection.ts';
import type { ExportedPage, ExportJob } from '../jobs.ts';
import { drawAnnotations } from './annotations.ts';
import { type Drawing, prepareDrawing } from './drawing/drawing.ts';
import { sansFont } from './drawing/font.ts';
import { placeLayer } from './drawing/layer.ts';
import { drawPlaceholder } from './drawing/placeholder.ts';
import { SHEET, sheetsOf } from './drawing/text-sheets.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { pageOfJpeg } from './mini-pdf.ts';
import { PdfAssembly } from './pdfium/assembly.ts';
import { underDeadline } from './pdfium/deadline.ts';
import { inMemory } from './pdfium/document.ts';
import { withFile } from './pdfium/file-source.ts';
import { loadPdfium } from './pdfium/module.ts';
import { encodeForPrint, fitInto } from './picture.ts';
import { pixelsOf } from './render.ts';
import { sourceFile } from './source-file.ts';
import { readMarkup } from './stored-markup.ts';

/** What is drawn by hand is a picture of this sharpness: 216 dots to the inch. */
const PIXELS_PER_POINT = 3;
/** The longest side of an image in the PDF, in pixels. */
const IMAGE_SIDE = 3_000;
/** The largest page that PDF defines. */
const MAX_SIDE_POINTS = 14_400;
/** Sheets of one text; a log of 20,000 lines would bury the other pages. */
const MAX_SHEETS = 100;
/** Pixels that a side of what is drawn may have: the drawing library knows no more than twice as many. */
const LAYER_SIDE = 16_000;
const BAND = 20;

/** Writes one PDF of many pages with what was drawn onto them. Gives its bytes. */
export async function exportPages(job: ExportJob, limits: Limits): Promise<number> {
  const assembly = new PdfAssembly(await loadPdfium());
  try {
    for (const run of runsOf(job.pages)) await appendRun(assembly, run, limits);
    return underDeadline(limits.deadlineMs, () => write(assembly, job.path));
  } finally {
    assembly.close();
  }
}

/** Pages of one PDF that follow each other are taken over at once, with the fonts and pictures that they share. */
function runsOf(pages: readonly ExportedPage[]): ExportedPage[][] {
  const runs: ExportedPage[][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    const path = pdfPath(page);
    if (run?.[0] !== undefined && path !== null && pdfPath(run[0]) === path) run.push(page);
    else runs.push([page]);
  }
  return runs;
}

function pdfPath({ source }: ExportedPage): string | null {
  return source.from === 'file' && source.mimeType === 'application/pdf' ? source.path : null;
}

async function appendRun(assembly: PdfAssembly, run: readonly ExportedPage[], limits: Limits): Promise<void> {
  const first = assembly.pageCount;
  const [page] = run;
  if (page === undefined) return;
  const path = pdfPath(page);
  if (path === null) {
    await appendPage(assembly, page, limits);
    return annotate(assembly, first, page, limits);
  }
  const indexes = run.map(({ source }) => (source.from === 'file' ? source.index : 0));
  await withFile(path, (source) => underDeadline(limits.deadlineMs, () => assembly.append(source, indexes)));
  for (const [place, page] of run.entries()) await annotate(assembly, first + place, page, limits);
}

/** Puts the page (or pages: a text may take several) behind the last. */
async function appendPage(assembly: PdfAssembly, page: ExportedPage, limits: Limits): Promise<void> {
  const { source } = page;
  if (source.from === 'blank') return assembly.appendBlank(onPaper(page));
  if (source.from === 'card') return appendDrawing(assembly, drawPlaceholder(source.placeholder), limits);
  const file = { ...(await sourceFile(source.path, '')), mimeType: source.mimeType };
  const kind = await kindOf(source.mimeType);
  if (kind.wholeText === undefined) return appendImage(assembly, page, limits);
  const text = await kind.wholeText(file);
  let sheets = 0;
  for (const lines of sheetsOf(text)) {
    if (++sheets > MAX_SHEETS) break;
    const cut = sheets === MAX_SHEETS ? [cutHere()] : [];
    await appendDrawing(assembly, { ...SHEET, lines: [...lines, ...cut] }, limits);
  }
  if (sheets === 0) assembly.appendBlank(SHEET);
}

function cutHere() {
  const text = `… the text goes on; the first ${MAX_SHEETS} pages of it are shown.`;
  return { text, x: 54, y: SHEET.height - 30, size: 9, font: sansFont(), colour: [134, 142, 150] as const };
}

async function appendDrawing(assembly: PdfAssembly, drawing: Drawing, limits: Limits): Promise<void> {
  const draw = await prepareDrawing(drawing, PIXELS_PER_POINT);
  underDeadline(limits.deadlineMs, () => {
    assembly.appendBlank(drawing);
    assembly.edit(assembly.pageCount - 1, draw);
  });
}

async function appendImage(assembly: PdfAssembly, page: ExportedPage, limits: Limits): Promise<void> {
  const pixels = await pixelsOf(page.source, { maxWidth: IMAGE_SIDE, maxHeight: IMAGE_SIDE }, limits);
  const pdf = pageOfJpeg(onPaper(page), pixels, await encodeForPrint(pixels));
  assembly.append(inMemory(pdf), [0]);
}

/** An image's pixel is a point, as far as PDF has room for so many. */
function onPaper({ width, height }: PageSize): PageSize {
  const scale = Math.min(1, MAX_SIDE_POINTS / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

async function annotate(
  assembly: PdfAssembly,
  index: number,
  { width, height, markup, caption }: ExportedPage,
  limits: Limits,
): Promise<void> {
  const page = { width, height };
  const box = {
    maxWidth: Math.min(LAYER_SIDE, width * PIXELS_PER_POINT),
    maxHeight: Math.min(LAYER_SIDE, height * PIXELS_PER_POINT),
  };
  const drawn = markup && { markup: readMarkup(markup), page };
  const layer = drawn && (await drawAnnotations(drawn, fitInto(page, box)));
  const band = caption === undefined ? null : await prepareBand(caption, onPaper(page));
  if (layer === null && band === null) return;
  underDeadline(limits.deadlineMs, () =>
    assembly.edit(index, (editor) => {
      band?.(editor);
      if (layer !== null) placeLayer(editor, layer);
    }),
  );
}

/** A white band with a line of text at the lower edge. */
function prepareBand(text: string, { width, height }: PageSize) {
  const top = height - BAND;
  const band = [['M', 0, top], ['L', width, top], ['L', width, height], ['L', 0, height], ['Z']] as const;
  const shapes = [{ steps: band, colour: [255, 255, 255] as const }];
  const line = { text, x: 6, y: height - 6, size: 10, font: sansFont(), colour: [52, 58, 64] as const };
  return prepareDrawing({ width, height, shapes, lines: [line] }, PIXELS_PER_POINT);
}

function write(assembly: PdfAssembly, path: string): number {
  const descriptor = openSync(path, 'wx', 0o600);
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
