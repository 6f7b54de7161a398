import { charsetOf, withCharset, withoutCharset } from '../../charset.ts';
import { kept } from '../../inspection.ts';
import type { PictureRegion } from '../../jobs.ts';
import { boxesOfLines } from '../drawing/sheet-boxes.ts';
import { firstSheet, SHEET } from '../drawing/text-sheets.ts';
import type { Pixels } from '../picture.ts';
import { readPart } from '../source-file.ts';
import { decodeAs, decodeText } from '../text.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, Limits, SniffedFile } from './kind.ts';

/** A longer text is data (a log, a dump): it is kept as a file. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** In UTF-16 units; more than a sheet holds of any text. */
const DRAWN_CHARS = 64 * 1024;

export const note: Kind = {
  async inspect(file) {
    if (file.size > MAX_NOTE_BYTES) return kept(file.mimeType);
    const bytes = await readPart(file, 0, MAX_NOTE_BYTES);
    const decoded = await decodeText(bytes);
    if (decoded === null) return kept('application/octet-stream'); // text only at first
    const mimeType = withCharset(withoutCharset(file.mimeType), decoded.charset);
    return { ok: true, mimeType, pageType: 'PAGE_TYPE_NOTE', pages: [{ ...SHEET }] };
  },

  async render(file, index, box, limits) {
    if (index !== 0) throw new Unreadable(`a note has no page ${index}`);
    return pictureOfText(await drawnText(file), box, limits);
  },

  async renderRegion(file, index, region, limits) {
    if (index !== 0) throw new Unreadable(`a note has no page ${index}`);
    return regionOfText(await drawnText(file), region, limits);
  },

  textBoxes: async (file, index, most) => {
    const text = index === 0 ? await drawnText(file) : '';
    return boxesOfLines(firstSheet(text), most);
  },

  texts: async (file, indexes, mostChars) => {
    const text = (await textOf(file)).slice(0, mostChars);
    return indexes.map((index) => (index === 0 ? text : ''));
  },

  wholeText: textOf,
};

async function textOf(file: SniffedFile): Promise<string> {
  const charset = charsetOf(file.mimeType);
  const text = decodeAs(await readPart(file, 0, MAX_NOTE_BYTES), charset);
  if (text === null) throw new Unreadable(`the note is not ${charset} text`);
  return text;
}

async function drawnText(file: SniffedFile): Promise<string> {
  return (await textOf(file)).slice(0, DRAWN_CHARS);
}

/** Draws the beginning of a text as it stands on a sheet. */
export async function pictureOfText(
  text: string,
  box: { maxWidth: number; maxHeight: number },
  limits: Limits,
): Promise<Pixels> {
  const { paint } = await import('../drawing/drawing.ts');
  return paint({ ...SHEET, lines: firstSheet(text) }, box, limits.deadlineMs);
}

/** The same of a part of it. */
export async function regionOfText(text: string, region: PictureRegion, limits: Limits): Promise<Pixels> {
  const { paintRegion } = await import('../drawing/drawing.ts');
  return paintRegion({ ...SHEET, lines: firstSheet(text) }, region, limits.deadlineMs);
}
