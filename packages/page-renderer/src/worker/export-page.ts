import { closeSync, openSync, readSync } from 'node:fs';
import type { PageSize } from '../inspection.ts';
import type { ExportedPage, StoredMarkup } from '../jobs.ts';
import { drawAnnotations } from './annotations.ts';
import { type Drawing, prepareDrawing } from './drawing/drawing.ts';
import { sansFont } from './drawing/font.ts';
import { placeLayer } from './drawing/layer.ts';
import { drawPlaceholder } from './drawing/placeholder.ts';
import { SHEET, sheetsOf } from './drawing/text-sheets.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { isMarkdown } from './kinds/text-sheet.ts';
import { pageOfJpeg } from './mini-pdf.ts';
import type { PdfAssembly } from './pdfium/assembly.ts';
import { underDeadline } from './pdfium/deadline.ts';
import { inMemory } from './pdfium/document.ts';
import { encodeForPrint, fitInto } from './picture.ts';
import { pixelsOf } from './render.ts';
import { sourceFile } from './source-file.ts';

export const PIXELS_PER_POINT = 3;
const IMAGE_SIDE = 3_000;
const MAX_SIDE_POINTS = 14_400;
/** Longer texts are cut off, because a log file of 20,000 lines would bury the other pages. */
const MAX_SHEETS = 100;
/** Maximum side of a layer in pixels: half the drawing library's limit. */
const LAYER_SIDE = 16_000;
const BAND = 20;

export async function appendPage(assembly: PdfAssembly, page: ExportedPage, limits: Limits): Promise<void> {
  const { source } = page;
  if (source.from === 'blank') return assembly.insertBlank(onPaper(page));
  if (source.from === 'card') return appendDrawing(assembly, drawPlaceholder(source.placeholder), limits);
  const file = { ...(await sourceFile(source.path, '')), mimeType: source.mimeType };
  const kind = await kindOf(source.mimeType);
  if (kind.wholeText === undefined) return appendImage(assembly, page, limits);
  const text = await kind.wholeText(file);
  let sheets = 0;
  for (const lines of sheetsOf(text, isMarkdown(file))) {
    if (++sheets > MAX_SHEETS) break;
    const cut = sheets === MAX_SHEETS ? [cutHere()] : [];
    await appendDrawing(assembly, { ...SHEET, lines: [...lines, ...cut] }, limits);
  }
  if (sheets === 0) assembly.insertBlank(SHEET);
}

function cutHere() {
  const text = `… the text continues; only its first ${MAX_SHEETS} pages are shown.`;
  return { text, x: 54, y: SHEET.height - 30, size: 9, font: sansFont(), colour: [134, 142, 150] as const };
}

async function appendDrawing(assembly: PdfAssembly, drawing: Drawing, limits: Limits): Promise<void> {
  const draw = await prepareDrawing(drawing, PIXELS_PER_POINT);
  underDeadline(limits.deadlineMs, () => {
    assembly.insertBlank(drawing);
    assembly.edit(assembly.pageCount - 1, draw);
  });
}

const appendImage = (assembly: PdfAssembly, page: ExportedPage, limits: Limits) =>
  insertPicture(assembly, page, { box: { maxWidth: IMAGE_SIDE, maxHeight: IMAGE_SIDE } }, limits);

export async function insertPicture(
  assembly: PdfAssembly,
  page: ExportedPage,
  { box, at }: { box: { maxWidth: number; maxHeight: number }; at?: number },
  limits: Limits,
): Promise<void> {
  const pixels = await pixelsOf(page.source, box, limits);
  const pdf = pageOfJpeg(onPaper(page), pixels, await encodeForPrint(pixels));
  assembly.insert(inMemory(pdf), [0], { at });
}

export async function insertWords(
  assembly: PdfAssembly,
  page: PageSize,
  at: number,
  limits: Limits,
): Promise<void> {
  const size = Math.max(4, Math.min(14, page.width / 30));
  const line = { x: page.width * 0.08, size, font: sansFont(), colour: [134, 142, 150] as const };
  const lines = ['This page cannot be shown here.', 'Download its file to see it.'].map((text, row) => ({
    ...line,
    text,
    y: page.height * 0.4 + row * size * 1.5,
  }));
  const paper = onPaper(page);
  const draw = await prepareDrawing({ ...paper, lines }, PIXELS_PER_POINT);
  underDeadline(limits.deadlineMs, () => {
    assembly.insertBlank(paper, at);
    assembly.edit(at, draw);
  });
}

function onPaper({ width, height }: PageSize): PageSize {
  const scale = Math.min(1, MAX_SIDE_POINTS / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

export async function annotate(
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

function prepareBand(text: string, { width, height }: PageSize) {
  const top = height - BAND;
  const band = [['M', 0, top], ['L', width, top], ['L', width, height], ['L', 0, height], ['Z']] as const;
  const shapes = [{ steps: band, colour: [255, 255, 255] as const }];
  const line = { text, x: 6, y: height - 6, size: 10, font: sansFont(), colour: [52, 58, 64] as const };
  return prepareDrawing({ width, height, shapes, lines: [line] }, PIXELS_PER_POINT);
}

function readMarkup({ path, start, bytes }: StoredMarkup): string[] {
  const descriptor = openSync(path, 'r');
  try {
    const text = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; ) {
      const read = readSync(descriptor, text, at, bytes - at, start + at);
      if (read === 0) throw new Error(`the markup of a page ends ${bytes - at} bytes early`);
      at += read;
    }
    return JSON.parse(text.toString());
  } finally {
    closeSync(descriptor);
  }
}
