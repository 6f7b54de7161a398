import { element, escaped } from './element.ts';
import { endsOf } from './geometry.ts';
import { number } from './number.ts';
import { packPoints } from './packed-points.ts';
import { packUnit, settled } from './settle.ts';
import type { Box, Line, Note, Shape, Signature, Stamp, StrokePoint, TextShape } from './shape.ts';
import { markerPath, penPath } from './stroke-path.ts';
import { ASCENT, FONT, LINE_HEIGHT, NOTE_PADDING } from './text-lines.ts';

export const MARKER_OPACITY = 0.4;
const NOTE_INK = '#1e1e1e';

/** The editor reads a shape from the `desc`, and its order from the id of the group. */
export function writeShape(input: Shape, outlines: Outlines = drawnOutlines): string {
  const shape = settled(input);
  const id = shape.order === 0 ? undefined : `z${number(shape.order)}`;
  if (shape.kind === 'foreign') {
    const matrix = `matrix(${shape.matrix.map(number6).join(' ')})`;
    return element('g', { id, transform: matrix }, element('desc', {}, 'foreign'), shape.markup);
  }
  const read = escaped(JSON.stringify(dataOf(shape)));
  return element('g', { id }, element('desc', {}, read), ...drawn(shape, outlines));
}

function number6(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

function dataOf(shape: Exclude<Shape, { kind: 'foreign' }>): unknown {
  const { order: _, ...data } = shape;
  switch (data.kind) {
    case 'pen':
    case 'marker':
      return { ...data, points: packPoints(data.points) };
    case 'signature':
      return { ...data, strokes: data.strokes.map(packUnit) };
    case 'picture':
      return { ...data, data: undefined };
    default:
      return data;
  }
}

/** Draws the paths of strokes. Readers that ignore paths pass empty ones: one takes half a millisecond for 200 points. */
export interface Outlines {
  pen(points: readonly StrokePoint[], lineWidth: number): string;
  marker(points: readonly StrokePoint[]): string;
}

const drawnOutlines: Outlines = { pen: penPath, marker: markerPath };

function drawn(shape: Exclude<Shape, { kind: 'foreign' }>, outlines: Outlines): string[] {
  switch (shape.kind) {
    case 'pen':
      return [element('path', { d: outlines.pen(shape.points, shape.lineWidth), fill: shape.colour })];
    case 'marker':
      return [element('path', { d: outlines.marker(shape.points), ...markerStyle(shape) })];
    case 'line':
    case 'arrow':
      return drawnLine(shape);
    case 'rectangle': {
      const { x, y, width, height } = shape;
      return [element('rect', { x, y, width, height, ...outlineStyle(shape), 'stroke-linejoin': 'round' })];
    }
    case 'ellipse': {
      const [rx, ry] = [shape.width / 2, shape.height / 2];
      return [element('ellipse', { cx: shape.x + rx, cy: shape.y + ry, rx, ry, ...outlineStyle(shape) })];
    }
    case 'text':
      return [text(shape, shape, shape.colour)];
    case 'note':
      return drawnNote(shape);
    case 'picture': {
      const { x, y, width, height, data: href } = shape;
      return [element('image', { x, y, width, height, preserveAspectRatio: 'none', href })];
    }
    case 'highlight':
      return shape.boxes.map((box) =>
        element('rect', { ...sides(box), fill: shape.colour, 'fill-opacity': MARKER_OPACITY }),
      );
    case 'stamp':
      return drawnStamp(shape);
    case 'signature':
      return drawnSignature(shape, outlines);
  }
}

function sides({ x, y, width, height }: Box) {
  return { x, y, width, height };
}

function markerStyle({ colour, lineWidth }: { colour: string; lineWidth: number }) {
  return {
    fill: 'none',
    stroke: colour,
    'stroke-width': lineWidth,
    'stroke-opacity': MARKER_OPACITY,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
}

function dashes(isDashed: boolean, lineWidth: number): string | undefined {
  return isDashed ? `${number(3 * lineWidth)} ${number(2.5 * lineWidth)}` : undefined;
}

function outlineStyle({
  colour,
  fill,
  lineWidth,
  isDashed,
}: {
  colour: string;
  fill: string | null;
  lineWidth: number;
  isDashed: boolean;
}) {
  return {
    fill: fill ?? 'none',
    stroke: colour,
    'stroke-width': lineWidth,
    'stroke-dasharray': dashes(isDashed, lineWidth),
  };
}

function drawnLine(line: Line): string[] {
  const { x1, y1, x2, y2, colour, lineWidth, isDashed } = line;
  const style = { stroke: colour, 'stroke-width': lineWidth, 'stroke-linecap': 'round' };
  const shaft = element('line', {
    x1,
    y1,
    x2,
    y2,
    ...style,
    'stroke-dasharray': dashes(isDashed, lineWidth),
  });
  if (line.kind === 'line') return [shaft];
  const points = headOf(line)
    .map(([x, y]) => `${number(x)},${number(y)}`)
    .join(' ');
  const head = element('polyline', { points, fill: 'none', ...style, 'stroke-linejoin': 'round' });
  return [shaft, head];
}

function headOf(line: Line): [number, number][] {
  const [[fromX, fromY], [toX, toY]] = endsOf(line);
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const length = Math.min(5 * line.lineWidth, Math.hypot(toX - fromX, toY - fromY) / 2);
  const side = (turn: number): [number, number] => [
    toX - length * Math.cos(angle + turn),
    toY - length * Math.sin(angle + turn),
  ];
  return [side(0.5), [toX, toY], side(-0.5)];
}

/** With a position for each line, every viewer shows the same lines. */
function text({ lines, fontSize }: TextShape | Note, at: { x: number; y: number }, fill: string): string {
  const spans = lines.map((line, index) =>
    element('tspan', { x: at.x, y: at.y + fontSize * (ASCENT + index * LINE_HEIGHT) }, escaped(line)),
  );
  return element(
    'text',
    { fill, 'font-family': FONT, 'font-size': fontSize, 'xml:space': 'preserve' },
    ...spans,
  );
}

function drawnNote(note: Note): string[] {
  const { x, y, width, height, colour, fontSize } = note;
  const padding = fontSize * NOTE_PADDING;
  const fold = Math.min(1.4 * fontSize, width / 3, height / 3);
  const [right, bottom] = [x + width, y + height];
  const paper = `M${number(x)} ${number(y)}H${number(right)}V${number(bottom - fold)}L${number(right - fold)} ${number(bottom)}H${number(x)}Z`;
  const corner = `M${number(right - fold)} ${number(bottom)}V${number(bottom - fold)}H${number(right)}Z`;
  return [
    element('path', { d: paper, fill: colour }),
    element('path', { d: corner, fill: '#000000', 'fill-opacity': 0.15 }),
    text(note, { x: x + padding, y: y + padding }, NOTE_INK),
  ];
}

function drawnStamp({ x, y, width, height, colour, word, caption }: Stamp): string[] {
  const line = height / 14;
  const frame = {
    x: x + line / 2,
    y: y + line / 2,
    width: width - line,
    height: height - line,
    rx: height / 6,
    fill: colour,
    'fill-opacity': 0.08,
    stroke: colour,
    'stroke-width': line,
  };
  const letters = (content: string, baseline: number, size: number) =>
    element(
      'text',
      {
        x: x + width / 2,
        y: y + baseline * height,
        fill: colour,
        'font-family': FONT,
        'font-size': size * height,
        'text-anchor': 'middle',
      },
      escaped(content),
    );
  if (caption === undefined) return [element('rect', frame), letters(word, 0.66, STAMP_SIZES.alone)];
  return [
    element('rect', frame),
    letters(word, 0.52, STAMP_SIZES.word),
    letters(caption, 0.82, STAMP_SIZES.caption),
  ];
}

export const STAMP_SIZES = { alone: 0.46, word: 0.36, caption: 0.18 } as const;

function drawnSignature(signature: Signature, outlines: Outlines): string[] {
  const { x, y, width, height, colour, strokes, text: name } = signature;
  if (name !== undefined) {
    const fontSize = height / LINE_HEIGHT;
    const place = { x: x + width / 2, y: y + fontSize * ASCENT, 'text-anchor': 'middle' };
    return [
      element('text', { ...place, fill: colour, 'font-family': FONT, 'font-size': fontSize }, escaped(name)),
    ];
  }
  const onPage = ([px, py, pressure]: StrokePoint): StrokePoint => [
    x + px * width,
    y + py * height,
    pressure,
  ];
  const lineWidth = Math.max(width, height) / 70;
  const d = strokes.map((points) => outlines.pen(points.map(onPage), lineWidth)).join('');
  return [element('path', { d, fill: colour })];
}
