import { type Inspection, invalid, type PageSize, tooLarge } from '../../inspection.ts';
import { type PdfDocument, PdfRefused, withPdf } from '../pdfium/document.ts';
import { withFile } from '../pdfium/file-source.ts';
import { readPart, readTail, type SourceFile } from '../source-file.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, Limits, SniffedFile } from './kind.ts';

const MAX_SIDE_POINTS = 14_400;

export const pdf: Kind = {
  async inspect(file, limits) {
    if (await isPdfCutOff(file)) return invalid('the PDF is cut off: its end is missing');
    try {
      return await usePdf(file, limits, (document) => listPages(document, limits.maxPages));
    } catch (error) {
      if (error instanceof PdfRefused)
        return invalid(error.message, error.encrypted ? 'encrypted' : 'invalid');
      throw error;
    }
  },

  async render(file, index, box, limits) {
    const { fitInto } = await import('../picture.ts');
    const bitmap = await usePdf(file, limits, (document) => {
      const size = document.pageSize(index);
      if (size === null) throw new Unreadable(`the PDF has no page ${index + 1}`);
      const { width, height } = fitInto(size, box);
      return document.draw(index, width, height);
    });
    if (bitmap === null) throw new Unreadable(`page ${index + 1} of the PDF cannot be loaded`);
    return bitmap;
  },

  async renderRegion(file, index, region, limits) {
    const bitmap = await usePdf(file, limits, (document) => document.drawRegion(index, region));
    if (bitmap === null) throw new Unreadable(`page ${index + 1} of the PDF cannot be loaded`);
    return bitmap;
  },

  async textBoxes(file, index, textLimits, limits) {
    const { textBoxesOf } = await import('../pdfium/text-boxes.ts');
    const { problemsOf } = await import('../pdfium/page-problems.ts');
    try {
      return await usePdf(file, limits, (document) =>
        document.withText(index, (page) => ({
          ...textBoxesOf(page, textLimits),
          problems: problemsOf(page),
        })),
      );
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { boxes: [], is_complete: true, problems: ['page'] };
    }
  },

  texts: (file, indexes, maxChars, limits) =>
    usePdf(file, limits, (document) => indexes.map((index) => textOf(document, index, maxChars))),
};

/** Returns '' for an unreadable page, because other pages may have text. */
function textOf(document: PdfDocument, index: number, maxChars: number): string {
  try {
    return document.text(index, maxChars);
  } catch (error) {
    if (error instanceof Unreadable) return '';
    throw error;
  }
}

function usePdf<T>(file: SniffedFile, limits: Limits, use: (document: PdfDocument) => T): Promise<T> {
  return withFile(file.path, (source) => withPdf(source, limits.deadlineMs, use));
}

function listPages(document: PdfDocument, maxPages: number): Inspection {
  const count = document.pageCount;
  if (count <= 0) return invalid('the PDF has no pages');
  if (count > maxPages) {
    return tooLarge(`the PDF has ${figure(count)} pages; at most ${figure(maxPages)} are allowed`);
  }
  const pages: PageSize[] = [];
  for (let index = 0; index < count; index++) {
    const size = document.pageSize(index);
    if (size === null) return invalid(`the PDF is damaged: page ${index + 1} of ${count} cannot be found`);
    const page = { width: round(size.width), height: round(size.height) };
    if (!(page.width > 0 && page.height > 0)) return invalid(`page ${index + 1} of the PDF has no size`);
    if (Math.max(page.width, page.height) > MAX_SIDE_POINTS) {
      const claim = `page ${index + 1} of the PDF is ${figure(page.width)} × ${figure(page.height)} points`;
      return tooLarge(`${claim}; at most ${figure(MAX_SIDE_POINTS)} are allowed`);
    }
    pages.push(page);
  }
  if (!document.pageLoads(0)) return invalid('the PDF is damaged: its first page cannot be read');
  return { ok: true, mimeType: 'application/pdf', pageType: 'PAGE_TYPE_PDF', pages };
}

const round = (points: number) => Math.round(points * 100) / 100;

const figure = (value: number) => value.toLocaleString('en');

/** pdfium searches for `startxref` in this many bytes at the end of a file. */
const TAIL_BYTES = 4096;

/** pdfium would repair a truncated file with a silent loss of pages. */
async function isPdfCutOff(file: SourceFile): Promise<boolean> {
  const tail = (await readTail(file, TAIL_BYTES)).toString('latin1');
  const startxref = tail.lastIndexOf('startxref');
  const end = tail.indexOf('%%EOF', startxref);
  if (startxref < 0 || end < 0) return true;
  // A truncated update has an object after the last end marker.
  if (/\d+\s+\d+\s+obj\b/.test(tail.slice(end))) return true;
  return (await linearizedLength(file)) > file.size;
}

async function linearizedLength(file: SourceFile): Promise<number> {
  const head = (await readPart(file, 0, 1024)).toString('latin1');
  const dictionary = /\/Linearized\b[^>]*/.exec(head)?.[0] ?? '';
  return Number(/\/L\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
}
