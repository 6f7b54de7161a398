import type { PageProblem } from '../../jobs.ts';
import { systemFont } from '../fonts/system.ts';
import type { PageText } from './document.ts';
import { objectsOf } from './layers.ts';
import type { Pdfium } from './pdfium.ts';

const IMAGE = 3;
const MAX_IMAGES = 64;
const MAX_LETTERS = 20_000;
const MAX_NAME_BYTES = 64;
const MAX_BLANK_BYTES = 200;
const JBIG2_PAGE = 48;
const COVERED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\P{L}]$/u;
const BY_MACHINE: readonly (readonly [script: RegExp, charsets: readonly number[]])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, [128, 134, 129, 136]],
  [/\p{Script=Thai}/u, [222]],
  [/\p{Script=Arabic}/u, [178]],
];

export function problemsOf(page: PageText): PageProblem[] {
  const problems: PageProblem[] = [];
  if (hasBrokenImage(page)) problems.push('picture');
  if (page.missingFonts > 0 || hasLettersWithoutFont(page)) problems.push('font');
  return problems;
}

function hasBrokenImage({ pdfium, page }: PageText): boolean {
  let left = MAX_IMAGES;
  for (const { object } of objectsOf(pdfium, page)) {
    if (pdfium._FPDFPageObj_GetType(object) !== IMAGE) continue;
    if (left-- === 0) return false;
    const bitmap = pdfium._FPDFImageObj_GetBitmap(object);
    if (bitmap === 0) return true;
    const isBroken = isEmptyJbig2(pdfium, object, bitmap);
    pdfium._FPDFBitmap_Destroy(bitmap);
    if (isBroken) return true;
  }
  return false;
}

function isEmptyJbig2(pdfium: Pdfium, image: number, bitmap: number): boolean {
  const name = pdfium.malloc(MAX_NAME_BYTES);
  const length = pdfium._FPDFImageObj_GetImageFilter(image, 0, name, MAX_NAME_BYTES);
  const filter = Buffer.from(pdfium.HEAPU8.subarray(name, name + Math.max(0, length - 1))).toString('latin1');
  pdfium._free(name);
  if (filter !== 'JBIG2Decode') return false;
  const size = pdfium._FPDFBitmap_GetStride(bitmap) * pdfium._FPDFBitmap_GetHeight(bitmap);
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const pixels = pdfium.HEAPU8.subarray(start, start + size);
  if (pixels.some((byte) => byte !== pixels[0])) return false;
  const bytes = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0);
  const memory = pdfium.malloc(bytes);
  pdfium._FPDFImageObj_GetImageDataRaw(image, memory, bytes);
  const isBlank = bytes <= MAX_BLANK_BYTES && hasPageSegment(pdfium.HEAPU8.subarray(memory, memory + bytes));
  pdfium._free(memory);
  return !isBlank;
}

/** Without a page segment, a blank picture means that decoding failed. */
function hasPageSegment(bytes: Uint8Array): boolean {
  return ((bytes[4] ?? 0) & 0x3f) === JBIG2_PAGE;
}

function hasLettersWithoutFont({ pdfium, text }: PageText): boolean {
  const count = text === 0 ? 0 : Math.min(MAX_LETTERS, pdfium._FPDFText_CountChars(text));
  for (let index = 0; index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    const char = code > 0x24f && code <= 0x10ffff ? String.fromCodePoint(code) : 'a';
    if (COVERED.test(char) || isOnMachine(char)) continue;
    const font = pdfium._FPDFTextObj_GetFont(pdfium._FPDFText_GetTextObject(text, index));
    if (font !== 0 && pdfium._FPDFFont_GetIsEmbedded(font) === 0) return true;
  }
  return false;
}

const isOnMachine = (char: string) =>
  BY_MACHINE.some(
    ([script, charsets]) => script.test(char) && charsets.some((charset) => systemFont(charset, false)),
  );
