import type { Box, Picture, Point, Shape, Signature, Stamp, StrokePoint } from '../model/shape.ts';
import { breakLines, heightOf, LINE_HEIGHT, NOTE_PADDING } from '../model/text-lines.ts';
import { STAMP_SIZES } from '../model/write.ts';
import type { LiveShape } from '../shared/strokes.ts';
import { measureText } from './measure.ts';
import { fillOf, fontSizeOf, lineWidthOf, markerWidthOf, type Style } from './tools.ts';

export function newStroke(
  kind: 'pen' | 'marker',
  points: readonly StrokePoint[],
  { colour, paper, size }: Style,
  unit: number,
): LiveShape {
  return kind === 'pen'
    ? { kind, order: 0, colour, points, lineWidth: lineWidthOf(size, unit) }
    : { kind, order: 0, colour: paper, points, lineWidth: markerWidthOf(size, unit) };
}

export function newBetween(
  kind: 'line' | 'arrow' | 'rectangle' | 'ellipse',
  from: Point,
  to: Point,
  { colour, size, isFilled, isDashed }: Style,
  unit: number,
): LiveShape {
  const base = { order: 0, colour, lineWidth: lineWidthOf(size, unit), isDashed };
  if (kind === 'line' || kind === 'arrow')
    return { ...base, kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return {
    ...base,
    kind,
    fill: isFilled ? fillOf(colour) : null,
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
}

export function newText(text: string, at: Point, { colour, size }: Style, unit: number, most: number): Shape {
  const fontSize = fontSizeOf(size, unit);
  return withText(
    { kind: 'text', order: 0, colour, ...at, width: most, height: 0, text: '', lines: [], fontSize },
    text,
  );
}

export function newNote(text: string, { x, y }: Point, { paper, size }: Style, unit: number): Shape {
  const fontSize = fontSizeOf(size, unit) * 0.8;
  const side = 10 * fontSize;
  const box = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  return withText({ kind: 'note', order: 0, colour: paper, ...box, text: '', lines: [], fontSize }, text);
}

export function withText<T extends Extract<Shape, { kind: 'text' | 'note' }>>(shape: T, text: string): T {
  const { fontSize } = shape;
  const padding = shape.kind === 'note' ? 2 * NOTE_PADDING * fontSize : 0;
  const lines = breakLines(text, fontSize, shape.width - padding, measureText);
  const height = heightOf(lines, fontSize) + padding;
  if (shape.kind === 'note') return { ...shape, text, lines, height: Math.max(shape.height, height) };
  const isWrapped = lines.length > text.split('\n').length;
  const width = Math.max(...lines.map((line) => measureText(line, fontSize)), fontSize);
  return { ...shape, text, lines, height, width: isWrapped ? shape.width : width };
}

export function newStamp(
  { word, caption, colour }: Pick<Stamp, 'word' | 'caption' | 'colour'>,
  { x, y }: Point,
  { size }: Style,
  unit: number,
): Shape {
  const height = (caption === undefined ? 2.4 : 3.2) * fontSizeOf(size, unit);
  const length = Math.max(
    measureText(word, (caption === undefined ? STAMP_SIZES.alone : STAMP_SIZES.word) * height),
    measureText(caption ?? '', STAMP_SIZES.caption * height),
  );
  const width = length + height;
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  return { kind: 'stamp', order: 0, colour, ...box, word, ...(caption !== undefined && { caption }) };
}

/** In thousandths of the page's longer side. */
const TYPED_SIGNATURE = { fontSize: 40, width: 440 };

export function newSignature(
  signature: { strokes: Signature['strokes']; ratio: number } | { text: string },
  { x, y }: Point,
  { colour }: Style,
  unit: number,
): Shape {
  const isTyped = 'text' in signature;
  const letters = isTyped ? measureText(signature.text, 1) : 0;
  const fontSize = Math.min(TYPED_SIGNATURE.fontSize, TYPED_SIGNATURE.width / Math.max(1, letters)) * unit;
  const width = isTyped ? letters * fontSize : 220 * unit;
  const height = isTyped ? fontSize * LINE_HEIGHT : width / signature.ratio;
  const content = isTyped ? { strokes: [], text: signature.text } : { strokes: signature.strokes };
  return {
    kind: 'signature',
    order: 0,
    colour,
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    ...content,
  };
}

export function newPicture(
  { data, width, height }: { data: string; width: number; height: number },
  { x, y }: Point,
  page: { width: number; height: number },
): Picture {
  const scale = Math.min(1, (0.6 * page.width) / width, (0.6 * page.height) / height);
  const box: Box = {
    x: x - (width * scale) / 2,
    y: y - (height * scale) / 2,
    width: width * scale,
    height: height * scale,
  };
  return { kind: 'picture', order: 0, colour: '#000000', ...box, data };
}
