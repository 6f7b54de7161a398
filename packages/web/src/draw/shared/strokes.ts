import type { EphemeralData } from '@ringbinder/protocol';
import type { Shape, StrokePoint } from '../model/shape.ts';
import { inGroups, isColour, type LiveFrame, MAX_NUMBERS, readStyle, twoDecimals } from './live-frame.ts';

export type LiveShape = Extract<
  Shape,
  { kind: 'pen' | 'marker' | 'line' | 'arrow' | 'rectangle' | 'ellipse' | 'highlight' }
>;

const KINDS: ReadonlySet<unknown> = new Set<LiveShape['kind']>([
  ...(['pen', 'marker', 'line', 'arrow', 'rectangle', 'ellipse', 'highlight'] as const),
]);
const MAX_POINTS = MAX_NUMBERS / 3;
const MAX_BOXES = MAX_NUMBERS / 4;
/** The previous frame may be lost, so each frame repeats this many points. */
const REPEATED_POINTS = 8;
const MAX_STROKE = 20_000;

export function liveShapeFrames(shape: LiveShape, sentCount: number): LiveFrame[] {
  const points = pointsOf(shape);
  const isStroke = shape.kind === 'pen' || shape.kind === 'marker';
  const frames: LiveFrame[] = [];
  let first = isStroke ? Math.max(0, sentCount - REPEATED_POINTS) : 0;
  do {
    const part = points.slice(first, first + MAX_POINTS);
    const style = JSON.stringify({
      k: shape.kind,
      c: shape.colour,
      n: first,
      ...('lineWidth' in shape && { w: twoDecimals(shape.lineWidth) }),
      ...('fill' in shape && shape.fill !== null && { f: shape.fill }),
      ...('isDashed' in shape && shape.isDashed && { d: 1 }),
    });
    first += part.length;
    frames.push({ data: { points: part.flat().map(twoDecimals), style }, sentCount: first });
  } while (first < points.length);
  return frames;
}

function pointsOf(shape: LiveShape): readonly (readonly number[])[] {
  switch (shape.kind) {
    case 'pen':
    case 'marker':
      return shape.points;
    case 'line':
    case 'arrow':
      return [
        [shape.x1, shape.y1, 0],
        [shape.x2, shape.y2, 0],
      ];
    case 'highlight':
      return shape.boxes.slice(0, MAX_BOXES).map(({ x, y, width, height }) => [x, y, width, height]);
    default:
      return [
        [shape.x, shape.y, 0],
        [shape.x + shape.width, shape.y + shape.height, 0],
      ];
  }
}

export function withLiveShapeFrame(
  previous: LiveShape | undefined,
  { points, style }: EphemeralData,
): LiveShape | undefined {
  const { k: kind, c: colour, w: lineWidth, n: first, f: fill = null, d } = readStyle(style) ?? {};
  if (!isLiveShape(kind) || !isColour(colour) || !(fill === null || isColour(fill))) return undefined;
  if (kind === 'highlight') {
    const boxes = inGroups(points, 4)?.map(([x = 0, y = 0, width = 0, height = 0]) => ({
      x,
      y,
      width: Math.abs(width),
      height: Math.abs(height),
    }));
    return boxes && { kind, order: 0, colour, boxes };
  }
  const part = inGroups(points, 3)?.map(
    ([x = 0, y = 0, pressure = 0]): StrokePoint => [x, y, Math.max(0, Math.min(1, pressure))],
  );
  const [from, to] = [part?.[0], part?.at(-1)];
  if (!part || !from || !to || !isWidth(lineWidth) || !isCount(first)) return undefined;
  const base = { order: 0, colour, lineWidth };
  const isDashed = d === 1;
  switch (kind) {
    case 'pen':
    case 'marker': {
      const before = previous?.kind === kind ? previous.points.slice(0, first) : [];
      return before.length + part.length > MAX_STROKE
        ? previous
        : { ...base, kind, points: [...before, ...part] };
    }
    case 'line':
    case 'arrow':
      return { ...base, kind, x1: from[0], y1: from[1], x2: to[0], y2: to[1], isDashed };
    default:
      return {
        ...base,
        kind,
        fill,
        isDashed,
        x: from[0],
        y: from[1],
        width: Math.abs(to[0] - from[0]),
        height: Math.abs(to[1] - from[1]),
      };
  }
}

const isLiveShape = (kind: unknown): kind is LiveShape['kind'] => KINDS.has(kind);
const isWidth = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 10_000;
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
