import PDFDocument from 'pdfkit';
import {
  DocumentFonts,
  drawableText,
  drawRuns,
  type Family,
  type FontName,
  type TextMarks,
  widthOfRuns,
} from '../../../pdf/index.ts';
import { breakLines, type Span } from './lines.ts';

type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

export interface Place {
  parent: StructureElement;
  x: number;
  width: number;
}

export const MARGIN = 52;
const FOOTER = 34;
const LINE_COLOR = '#d9ddd6';
const MUTED = '#576159';

type HanSpan = Span & { han: Family };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** pdfkit copies the document information into the XMP metadata without escaping it. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const writer = doc as unknown as { info: Record<string, unknown>; endMetadata(): void };
  const endMetadata = writer.endMetadata.bind(doc);
  writer.endMetadata = () => {
    for (const [key, value] of Object.entries(writer.info))
      if (typeof value === 'string') writer.info[key] = xmlText(value);
    endMetadata();
  };
}

const xmlText = (text: string) =>
  text
    .toWellFormed()
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);

export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: StructureElement;
  readonly fonts: DocumentFonts;
  readonly pictureText: string;
  y = MARGIN;

  constructor(info: {
    title: string;
    author: string;
    keywords: string;
    createdTime: number;
    language: string;
    pictureText: string;
  }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      // The types of pdfkit lack the value `PDF/UA`.
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      lang: info.language,
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: info.title,
        Author: info.author,
        Keywords: info.keywords,
        Creator: 'Ringbinder',
        Producer: 'Ringbinder',
        CreationDate: new Date(info.createdTime),
      },
    });
    escapeMetadata(this.doc);
    this.pictureText = info.pictureText;
    this.fonts = new DocumentFonts(this.doc, info.language);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  get place(): Place {
    return { parent: this.root, x: MARGIN, width: this.doc.page.width - 2 * MARGIN };
  }

  /** The fonts of the block must be loaded. */
  text(tag: string, spans: readonly Span[], { parent, x, width }: Place): void {
    const { missing } = this.fonts;
    const isMissing = missing.size;
    const shown = spans.map((span) => ({
      ...span,
      text: span.text.split('\n').map(drawableText).join('\n'),
      han: this.fonts.hanOf(span.text),
    }));
    const lines = breakLines(shown, width, (span) => this.widthOf(span));
    const options =
      missing.size > isMissing || shown.some(({ text }, at) => text !== spans[at]?.text)
        ? { actual: spans.map(({ text }) => text).join('') }
        : {};
    this.needs(lines[0]?.height ?? 0);
    const element = this.doc.struct(tag, options);
    parent.add(element);
    const marks = this.marksOf(tag, element);
    for (const { words, height, ascent } of lines) {
      this.needs(height, marks.close);
      for (const word of words) this.put(word, x + word.x, this.y + ascent, marks);
      this.y += height;
    }
    marks.close();
    element.end();
  }

  /** Ends each mark before the next one begins, because Poppler loses text after a nested mark. */
  private marksOf(tag: string, element: StructureElement): TextMarks {
    let isOpen = false;
    return {
      plain: () => {
        if (!isOpen) element.add(this.doc.markStructureContent(tag));
        isOpen = true;
      },
      close: () => {
        if (isOpen) this.doc.endMarkedContent();
        isOpen = false;
      },
      actual: (actual) => element.add(this.doc.markStructureContent('Span', { actual })),
    };
  }

  private widthOf({ text, font, size, han }: HanSpan): number {
    return widthOfRuns(this.doc, this.fonts.runs(text, font, han), size);
  }

  private put(
    { text, font, size, color, han }: HanSpan,
    x: number,
    baseline: number,
    marks?: TextMarks,
  ): void {
    drawRuns(this.doc, this.fonts.runs(text, font, han), { x, baseline, size, color }, marks);
  }

  needs(points: number, leave?: () => void): void {
    if (this.y + points <= this.doc.page.height - MARGIN - FOOTER) return;
    leave?.();
    this.doc.addPage();
    this.y = MARGIN;
  }

  rule(): void {
    const { x, width } = this.place;
    this.doc.markContent('Artifact', { type: 'Layout' });
    this.doc
      .moveTo(x, this.y)
      .lineTo(x + width, this.y)
      .lineWidth(0.5)
      .stroke(LINE_COLOR);
    this.doc.endMarkedContent();
  }

  /** Call this last, because it draws a footer on each existing page. */
  footers(text: string): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.doc.switchToPage(page);
      this.doc.markContent('Artifact', { type: 'Pagination' });
      const put = (font: FontName, text: string, x?: number) => {
        const span = { text: drawableText(text), font, size: 6.5, color: MUTED, han: this.fonts.hanOf(text) };
        const left = x ?? this.doc.page.width - MARGIN - this.widthOf(span);
        this.put(span, left, this.doc.page.height - MARGIN + 6);
      };
      put('mono', text, MARGIN);
      put('regular', `${page + 1} / ${count}`);
      this.doc.endMarkedContent();
    }
  }

  async bytes(): Promise<Buffer> {
    this.root.end();
    const chunks: Buffer[] = [];
    this.doc.end();
    for await (const chunk of this.doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}
