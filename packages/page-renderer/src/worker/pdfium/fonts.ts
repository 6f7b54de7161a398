import { readFileSync } from 'node:fs';
import { bundledBytes, bundledFont } from '../fonts/bundled.ts';
import { systemFont } from '../fonts/system.ts';
import type { Pdfium } from './pdfium.ts';
import { addCallback } from './wasm-table.ts';

const CJK: ReadonlySet<number> = new Set([128, 129, 130, 134, 136]);
const OTHER_SCRIPTS: ReadonlySet<number> = new Set([178, 222]);
const SYMBOL = 2;
const FIXED_PITCH = 1;
const ROMAN = 16;
const TABLE_COLLECTION = 0x74746366;

interface OpenFont {
  read(): Buffer;
  offset: number;
  isCollection: boolean;
}

export interface Fonts {
  missing: Set<number>;
}

/** pdfium's own fonts are only Latin, so a Cyrillic page would be blank. */
export function installFonts(pdfium: Pdfium, table: WebAssembly.Table): Fonts {
  const missing = new Set<number>();
  const open = new Map<number, OpenFont>();
  let last = 0;
  const textAt = (pointer: number) => {
    const end = pdfium.HEAPU8.indexOf(0, pointer);
    return Buffer.from(pdfium.HEAPU8.subarray(pointer, end)).toString('latin1');
  };

  function find(weight: number, isItalic: boolean, charset: number, pitch: number, face: string) {
    if (CJK.has(charset) || OTHER_SCRIPTS.has(charset)) {
      const font = systemFont(charset, weight >= 600);
      if (font) return { ...font, read: () => readFileSync(font.path) };
      missing.add(charset);
      return null;
    }
    if (charset === SYMBOL && /symbol|dingbat/i.test(face)) return null; // pdfium has these fonts
    const request = {
      face,
      weight,
      isItalic,
      isFixedPitch: (pitch & FIXED_PITCH) !== 0,
      isRoman: (pitch & ROMAN) !== 0,
    };
    const path = bundledFont(request);
    return { read: () => bundledBytes(path), offset: 0, isCollection: false };
  }

  const give = (bytes: Buffer, buffer: number, size: number) => {
    if (buffer !== 0 && size >= bytes.length) pdfium.HEAPU8.set(bytes, buffer);
    return bytes.length;
  };
  const nothing = () => 0;
  const callbacks = [
    addCallback(table, 1, nothing, { returns: false }), // Release
    addCallback(table, 2, nothing, { returns: false }), // EnumFonts
    addCallback(table, 7, (_, weight = 400, italic = 0, charset = 0, pitch = 0, face = 0) => {
      const font = find(weight, italic !== 0, charset, pitch, textAt(face));
      if (font === null) return 0;
      open.set(++last, font);
      return last;
    }),
    addCallback(table, 2, nothing), // not needed with MapFont
    addCallback(table, 5, (_, handle = 0, tag = 0, buffer = 0, size = 0) => {
      const font = open.get(handle);
      if (font === undefined) return 0;
      if (tag === 0) return give(font.read().subarray(font.offset), buffer, size >>> 0);
      return tag === TABLE_COLLECTION && font.isCollection ? give(font.read(), buffer, size >>> 0) : 0;
    }),
    addCallback(table, 4, nothing), // GetFaceName
    addCallback(table, 2, nothing), // GetFontCharset
    addCallback(
      table,
      2,
      (_, handle = 0) => {
        open.delete(handle);
        return 0;
      },
      { returns: false },
    ),
  ];
  const info = pdfium.malloc(4 * (1 + callbacks.length));
  pdfium.HEAP32.set([1, ...callbacks], info >> 2);
  pdfium._FPDF_SetSystemFontInfo(info);
  return { missing };
}
