import { charsetOf, withCharset, withoutCharset } from '../../charset.ts';
import { kept } from '../../inspection.ts';
import { boxesOfLines } from '../drawing/sheet-boxes.ts';
import { firstSheet, SHEET } from '../drawing/text-sheets.ts';
import { readPart } from '../source-file.ts';
import { decodeAs, decodeHtml } from '../text.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, SniffedFile } from './kind.ts';
import { pictureOfText, regionOfText } from './note.ts';

/** A longer page is data (an export, a mailbox): it is kept as a file. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * HTML: one page, shown as its sanitised text only. What was uploaded is kept as a file. No browser runs here, so its
 * picture is a sheet of its words.
 */
export const web: Kind = {
  async inspect(file) {
    if (file.size > MAX_BYTES) return kept(file.mimeType);
    const decoded = await decodeHtml(await readPart(file, 0, MAX_BYTES));
    if (decoded === null) return kept('application/octet-stream');
    const html = decoded.text;
    const mimeType = withCharset(withoutCharset(file.mimeType), decoded.charset);
    const { cleanWebPage, isTooDeep } = await import('../web-page.ts');
    if (isTooDeep(html)) return kept(file.mimeType);
    cleanWebPage(html); // whoever uploads it finds out now when that takes too long, and nobody who looks at it later
    return { ok: true, mimeType, pageType: 'PAGE_TYPE_WEB', pages: [{ ...SHEET }] };
  },

  async render(file, index, box, limits) {
    if (index !== 0) throw new Unreadable(`a web page has no page ${index}`);
    return pictureOfText(await wordsOf(file), box, limits);
  },

  async renderRegion(file, index, region, limits) {
    if (index !== 0) throw new Unreadable(`a web page has no page ${index}`);
    return regionOfText(await wordsOf(file), region, limits);
  },

  textBoxes: async (file, index, most) =>
    boxesOfLines(index === 0 ? firstSheet(await wordsOf(file)) : [], most),

  sanitise: async (file) => Buffer.from(await cleanOf(file)),

  texts: async (file, indexes, mostChars) => {
    const words = (await wordsOf(file)).slice(0, mostChars);
    return indexes.map((index) => (index === 0 ? words : ''));
  },

  wholeText: (file) => wordsOf(file),
};

async function cleanOf(file: SniffedFile): Promise<string> {
  const charset = charsetOf(file.mimeType);
  const html = decodeAs(await readPart(file, 0, MAX_BYTES), charset);
  if (html === null) throw new Unreadable(`the page is not ${charset} text`);
  return (await import('../web-page.ts')).cleanWebPage(html);
}

async function wordsOf(file: SniffedFile): Promise<string> {
  const { textOfWebPage } = await import('../web-page.ts');
  return textOfWebPage(await cleanOf(file));
}
