import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';

export type FontName = 'regular' | 'bold' | 'mono';

const FILES: Record<FontName, string> = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
};

/** Stands for a character without a glyph. The fonts have one for it. */
export const MISSING = '\ufffd';

/** The used part of an opened font. */
interface OpenedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

const files = new Map<FontName, Buffer>();

function fileOf(name: FontName): Buffer {
  const file =
    files.get(name) ??
    readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`));
  files.set(name, file);
  return file;
}

/** Registers the fonts with a document, which embeds the used glyphs. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const name of Object.keys(FILES) as FontName[]) doc.registerFont(name, fileOf(name));
}

/**
 * Replaces characters without a glyph, so that the document does not show empty boxes.
 * @param missing receives these characters
 */
export function withGlyphs(
  doc: PDFKit.PDFDocument,
  font: FontName,
  text: string,
  missing: Set<string>,
): string {
  doc.font(font);
  const { font: opened } = (doc as unknown as { _font: OpenedFont })._font;
  return [...text]
    .map((character) => {
      if (character === '\t') return ' ';
      if (IGNORED.test(character)) return '';
      if (opened.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return character;
      missing.add(character);
      return MISSING;
    })
    .join('');
}

/** Marks of direction and variants, and control characters, which have no picture of their own. */
const IGNORED = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u;
