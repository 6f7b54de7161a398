import { STROKE_UNITS, signatureArea } from '@ringbinder/protocol/signature-area.ts';
import PDFDocument from 'pdfkit';
import { DocumentFonts, drawableText, drawRuns, widthOfRuns } from '../../pdf/index.ts';

/** In points, from the page's top left corner. */
export interface SheetSignature {
  x: number;
  y: number;
  width: number;
  height: number;
  text?: string | undefined;
  /** Determines the forms of Han characters. */
  language: string;
  strokes?: readonly (readonly number[])[] | undefined;
  caption: readonly string[];
}

export interface SignatureSheet {
  width: number;
  height: number;
  signatures: readonly SheetSignature[];
}

const INK = '#14286e';
const MUTED = '#444c47';
const LINE_WIDTH = 1.3;
const MAX_TEXT = 28;
const MAX_CAPTION = 7;
const PADDING = 2;
const BASELINE = 0.3;

export async function signaturePdf(sheets: readonly SignatureSheet[]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Producer: 'Ringbinder' } });
  const fonts = new DocumentFonts(doc, 'en');
  const texts = sheets.flatMap(({ signatures }) =>
    signatures.flatMap(({ text = '', caption, language }) =>
      [text, ...caption].map((each) => ({ text: each, font: 'regular' as const, language })),
    ),
  );
  await fonts.load(texts);
  for (const { width, height, signatures } of sheets) {
    doc.addPage({ size: [width, height], margin: 0 });
    for (const signature of signatures) draw(doc, fonts, signature);
  }
  const chunks: Buffer[] = [];
  doc.end();
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function draw(doc: PDFKit.PDFDocument, fonts: DocumentFonts, place: SheetSignature): void {
  const { x, y, width, height, text, language, strokes, caption } = place;
  const area = signatureArea(place);
  doc.save();
  doc.rect(x, y, width, height).clip();
  if (text !== undefined) {
    const box = { x: x + PADDING, y, width: width - 2 * PADDING, height: area.height };
    drawLine(doc, fonts, text, box, {
      color: INK,
      size: Math.min(MAX_TEXT, area.height * 0.7),
      language,
    });
  }
  for (const stroke of strokes ?? []) drawStroke(doc, stroke, { x, y, ...area });
  const bottom = y + area.height;
  doc
    .moveTo(x, bottom)
    .lineTo(x + width, bottom)
    .lineWidth(0.5)
    .stroke(MUTED);
  const lineHeight = (height - area.height) / caption.length;
  for (const [line, words] of caption.entries()) {
    const box = { x, y: bottom + line * lineHeight, width, height: lineHeight };
    drawLine(doc, fonts, words, box, {
      color: MUTED,
      size: Math.min(MAX_CAPTION, lineHeight * 0.8),
      language,
    });
  }
  doc.restore();
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawStroke(doc: PDFKit.PDFDocument, stroke: readonly number[], { x, y, width, height }: Box): void {
  const points = Array.from({ length: stroke.length / 2 }, (_, index): [number, number] => [
    x + ((stroke[2 * index] ?? 0) / STROKE_UNITS) * width,
    y + ((stroke[2 * index + 1] ?? 0) / STROKE_UNITS) * height,
  ]);
  const [start = [x, y], ...others] = points;
  doc.moveTo(...start);
  // A dot is a line of no length with round ends.
  for (const point of others.length === 0 ? [start] : others) doc.lineTo(...point);
  doc.lineWidth(LINE_WIDTH).lineCap('round').lineJoin('round').stroke(INK);
}

function drawLine(
  doc: PDFKit.PDFDocument,
  fonts: DocumentFonts,
  text: string,
  { x, y, width, height }: Box,
  { color, size, language }: { color: string; size: number; language: string },
): void {
  const runs = fonts.runs(drawableText(text), 'regular', fonts.hanOf(text, language));
  const fitting = size * Math.min(1, width / widthOfRuns(doc, runs, size));
  doc.font('regular', fitting);
  const baseline = y + height / 2 + BASELINE * doc.currentLineHeight();
  drawRuns(doc, runs, { x, baseline, size: fitting, color });
}
