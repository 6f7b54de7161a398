import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';
import { type Family, hanFamilyOf, openSlice, type Slice, slicesFor } from './noto.ts';

export type FontName = 'regular' | 'bold' | 'mono';

export interface StyledText {
  text: string;
  font: FontName;
  language?: string | undefined;
}

export interface FontRun {
  face: string;
  text: string;
}

const FILES: Record<FontName, string> = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
};

export const MISSING = '\ufffd';

const HAN_OF_LANGUAGE: Readonly<Record<string, Family>> = { ja: 'jp', ko: 'kr', zh: 'sc', 'zh-TW': 'tc' };

interface OpenedFont {
  font: { numGlyphs: number; hasGlyphForCodePoint(codePoint: number): boolean };
}

const require = createRequire(import.meta.url);
const files = new Map<FontName, Buffer>();

function fileOf(name: FontName): Buffer {
  const file = files.get(name) ?? readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`));
  files.set(name, file);
  return file;
}

const NON_JOINER = '\u200c';
const JOINER = /[\u200c\u200d]/;
/** These characters have no glyph. Joiners between letters select glyphs. */
const IGNORED = /(?!(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;
/** Fonts have one glyph for these letters, which some systems store in parts. */
const IN_PARTS = /[\u3041-\u30ff][\u3099\u309a]|[\u1100-\u11ff]+/g;
/** The ring of the Thai vowel AM must come before a tone mark that is drawn above it. */
const THAI_AM = /([\u0e48-\u0e4b])\u0e33/g;

export const drawableText = (text: string): string =>
  text
    .replace(/\t/g, ' ')
    .replace(IGNORED, '')
    .replace(IN_PARTS, (letter) => letter.normalize('NFC'));

const shaped = (text: string) => text.replace(THAI_AM, '\u0e4d$1\u0e32');
const SHAPED_AM = /\u0e4d([\u0e48-\u0e4b])\u0e32/g;
const REORDERED = /[\p{Script=Thai}\p{Script=Devanagari}]/u;

export interface TextMarks {
  plain(): void;
  close(): void;
  actual(text: string): void;
}

/** Marks reordered letters with the original text, so that PDF readers copy the original. */
export function drawRuns(
  doc: PDFKit.PDFDocument,
  runs: readonly FontRun[],
  { x, baseline, size, color }: { x: number; baseline: number; size: number; color: string },
  marks?: TextMarks,
): void {
  let left = x;
  for (const { face, text } of runs) {
    doc.font(face, size).fillColor(color);
    const draw = () => doc.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (REORDERED.test(text)) {
      const actual = text.replace(SHAPED_AM, '$1\u0e33');
      marks?.close();
      inTextObject(doc, draw, () => (marks ? marks.actual(actual) : doc.markContent('Span', { actual })));
    } else {
      marks?.plain();
      draw();
    }
    left += doc.widthOfString(text);
  }
}

/** PDF readers find the position of ActualText only inside the text object. */
function inTextObject(doc: PDFKit.PDFDocument, draw: () => void, mark: () => void): void {
  const writer = doc as unknown as { addContent?: (content: string) => unknown };
  const addContent = writer.addContent?.bind(doc);
  writer.addContent = (content) => {
    if (content === 'ET') doc.endMarkedContent();
    const result = addContent?.(content);
    if (content === 'BT') mark();
    return result;
  };
  draw();
  delete writer.addContent;
}

export const widthOfRuns = (doc: PDFKit.PDFDocument, runs: readonly FontRun[], size: number): number =>
  runs.reduce((sum, { face, text }) => sum + doc.font(face, size).widthOfString(text), 0);

/** Call `load` before drawing. */
export class DocumentFonts {
  readonly missing = new Set<string>();
  private readonly doc: PDFKit.PDFDocument;
  private readonly language: string;
  private readonly faces = new Map<string, string | null>();
  private readonly known = new Map<string, boolean>();
  private documentHan: Family | undefined;
  private opened = 0;

  constructor(doc: PDFKit.PDFDocument, language: string) {
    this.doc = doc;
    this.language = language;
    for (const name of Object.keys(FILES) as FontName[]) doc.registerFont(name, fileOf(name));
  }

  async load(texts: readonly StyledText[]): Promise<void> {
    this.documentHan ??= texts.map(({ text }) => hanFamilyOf(text)).find((family) => family !== undefined);
    const needed = new Map<string, Needed>();
    for (const { text, font, language } of texts) {
      const han = this.hanOf(text, language);
      for (const character of shaped(drawableText(text))) {
        const key = keyOf(character, font, han);
        if (needed.has(key) || this.faces.has(key)) continue;
        if (/\s/.test(character) || JOINER.test(character) || this.ownFace(character, font)) continue;
        needed.set(key, { key, character, weight: weightOf(font), slices: slicesFor(character, han) });
      }
    }
    let waiting = [...needed.values()];
    while (waiting.length > 0) waiting = await this.loadNext(waiting);
  }

  /**
   * Chosen by language, else by the letters of the text, else by the document's first text with such letters.
   */
  hanOf(text: string, language = this.language): Family {
    return HAN_OF_LANGUAGE[language] ?? hanFamilyOf(text) ?? this.documentHan ?? 'sc';
  }

  runs(text: string, font: FontName, han: Family): FontRun[] {
    const runs: FontRun[] = [];
    for (const character of shaped(text)) {
      const last = runs.at(-1);
      if (JOINER.test(character)) {
        // A joiner and the adjacent letters share a run, so that the font can join them.
        if (last && this.has(last.face, character)) last.text += character;
        else if (character === NON_JOINER) runs.push({ face: last?.face ?? font, text: '' });
        continue;
      }
      const face = this.faceOf(character, font, han);
      const shown = face === null ? MISSING : character;
      const name = face ?? 'regular';
      if (last && last.face === name) last.text += shown;
      else runs.push({ face: name, text: shown });
    }
    return runs.filter((run) => run.text !== '');
  }

  private faceOf(character: string, font: FontName, han: Family): string | null {
    const face = this.ownFace(character, font) ?? this.faces.get(keyOf(character, font, han)) ?? null;
    if (face !== null) return face;
    if (/\s/.test(character)) return font;
    this.missing.add(character);
    return null;
  }

  private ownFace(character: string, font: FontName): FontName | null {
    if (this.has(font, character)) return font;
    return font !== 'regular' && this.has('regular', character) ? 'regular' : null;
  }

  private async loadNext(waiting: readonly Needed[]): Promise<Needed[]> {
    const groups = new Map<string, { slice: Slice; weight: number; needed: Needed[] }>();
    for (const each of waiting) {
      const slice = each.slices.shift();
      if (slice === undefined) {
        this.faces.set(each.key, null);
        continue;
      }
      const id = `${slice.family}-${slice.name}-${each.weight}`;
      const group = groups.get(id) ?? { slice, weight: each.weight, needed: [] };
      groups.set(id, group);
      group.needed.push(each);
    }
    const rest: Needed[] = [];
    for (const [id, { slice, weight, needed }] of groups) {
      const face = `${id}-${this.opened++}`;
      const characters = `${needed.map(({ character }) => character).join('')}\u200c\u200d`;
      this.doc.registerFont(face, await openSlice(slice, weight, characters));
      for (const each of needed)
        if (this.has(face, each.character)) this.faces.set(each.key, face);
        else rest.push(each);
    }
    return rest;
  }

  private has(face: string, character: string): boolean {
    const key = `${face} ${character}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.doc.font(face);
    const { font } = (this.doc as unknown as { _font: OpenedFont })._font;
    // fontkit cannot read an empty character table.
    const has = font.numGlyphs > 1 && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    this.known.set(key, has);
    return has;
  }
}

interface Needed {
  key: string;
  character: string;
  weight: number;
  slices: Slice[];
}

const weightOf = (font: FontName) => (font === 'bold' ? 700 : 400);
const keyOf = (character: string, font: FontName, han: Family) => `${weightOf(font)} ${han} ${character}`;
