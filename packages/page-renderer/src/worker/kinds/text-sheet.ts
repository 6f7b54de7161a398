import { charsetOf, withCharset, withoutCharset } from '../../charset.ts';
import { accepted, type PageType } from '../../inspection.ts';
import { boxesOfLines } from '../drawing/sheet-boxes.ts';
import { firstSheet, SHEET } from '../drawing/text-sheets.ts';
import { readPart } from '../source-file.ts';
import { decodeAs, decodeText } from '../text.ts';
import { Unreadable } from '../unreadable.ts';
import type { Kind, SniffedFile } from './kind.ts';

export const isMarkdown = ({ mimeType }: SniffedFile) => withoutCharset(mimeType) === 'text/markdown';

const DRAWN_CHARS = 64 * 1024;

interface TextSheet {
  pageType: PageType;
  maxBytes: number;
  decode?: typeof decodeText;
  isShown?(decoded: string): Promise<boolean>;
  readable?(decoded: string): string | Promise<string>;
}

export function textSheet({
  pageType,
  maxBytes,
  decode = decodeText,
  isShown = async () => true,
  readable = (decoded) => decoded,
}: TextSheet): Kind & { decoded(file: SniffedFile): Promise<string> } {
  async function decoded(file: SniffedFile): Promise<string> {
    const charset = charsetOf(file.mimeType);
    const text = decodeAs(await readPart(file, 0, maxBytes), charset);
    if (text === null) throw new Unreadable(`the file is not ${charset} text`);
    return text;
  }
  const textOf = async (file: SniffedFile) => readable(await decoded(file));
  const linesOf = async (file: SniffedFile) =>
    firstSheet((await textOf(file)).slice(0, DRAWN_CHARS), isMarkdown(file));
  const sheetOf = async (file: SniffedFile, index: number) => {
    if (index !== 0) throw new Unreadable(`a text has no page ${index}`);
    return { ...SHEET, lines: await linesOf(file) };
  };
  return {
    async inspect(file) {
      if (file.size > maxBytes) return accepted(file.mimeType);
      const decodedText = await decode(await readPart(file, 0, maxBytes));
      if (decodedText === null) return accepted('application/octet-stream'); // `sniffType` saw text at the start, but the whole file is not text
      if (!(await isShown(decodedText.text))) return accepted(file.mimeType);
      const mimeType = withCharset(withoutCharset(file.mimeType), decodedText.charset);
      return { ok: true, mimeType, pageType, pages: [{ ...SHEET }] };
    },
    async render(file, index, box, { deadlineMs }) {
      const { paint } = await import('../drawing/drawing.ts');
      return paint(await sheetOf(file, index), box, deadlineMs);
    },
    async renderRegion(file, index, region, { deadlineMs }) {
      const { paintRegion } = await import('../drawing/drawing.ts');
      return paintRegion(await sheetOf(file, index), region, deadlineMs);
    },
    textBoxes: async (file, index, textLimits) =>
      boxesOfLines(index === 0 ? await linesOf(file) : [], textLimits),
    async texts(file, indexes, maxChars) {
      const text = (await textOf(file)).slice(0, maxChars);
      return indexes.map((index) => (index === 0 ? text : ''));
    },
    wholeText: textOf,
    decoded,
  };
}
