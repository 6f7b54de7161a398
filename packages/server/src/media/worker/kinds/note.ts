import { drawNote, SHEET } from '../note-sheet.ts';
import { withPdf } from '../pdfium/document.ts';
import { readPart } from '../source-file.ts';
import { decodeText } from '../text.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, SniffedFile } from './kind.ts';

/** A longer text is data (a log, a dump): it is kept as a file. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** More than a sheet holds of any text. */
const DRAWN_BYTES = 64 * 1024;

/** UTF-8 text and Markdown: one page, whose picture shows how the text begins. */
export const note: Kind = {
  async inspect(file) {
    if (file.size > MAX_NOTE_BYTES) return { ok: true, mimeType: file.mimeType, pageType: null, pages: [] };
    const bytes = await readPart(file, 0, MAX_NOTE_BYTES);
    if (decodeText(bytes) === null) {
      return { ok: true, mimeType: 'application/octet-stream', pageType: null, pages: [] }; // text only at first
    }
    return { ok: true, mimeType: file.mimeType, pageType: 'PAGE_TYPE_NOTE', pages: [{ ...SHEET }] };
  },

  async render(file, index, box, limits) {
    if (index !== 0) throw new Unreadable(`a note has no page ${index}`);
    const { encodeBitmap, fitInto } = await import('../picture.ts');
    const sheet = drawNote(await beginning(file));
    const read = (position: number, target: Uint8Array) =>
      sheet.copy(target, 0, position, position + target.length) === target.length;
    const { width, height } = fitInto(SHEET, box);
    const bitmap = await withPdf({ length: sheet.length, read }, limits.deadlineMs, (document) =>
      document.draw(0, width, height),
    );
    if (bitmap === null) throw new Unreadable('the note cannot be drawn');
    return encodeBitmap(bitmap, box.format);
  },
};

async function beginning(file: SniffedFile): Promise<string> {
  const text = decodeText(await readPart(file, 0, DRAWN_BYTES), { cut: true });
  if (text === null) throw new Unreadable('the note is not UTF-8 text');
  return text;
}
