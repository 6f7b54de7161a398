import type { EphemeralData } from '@ringbinder/protocol';
import type { Shape, StrokePoint } from '../model/shape.ts';

/** A shape that somebody is drawing at this moment. */
export type LiveShape = Extract<
  Shape,
  { kind: 'pen' | 'marker' | 'line' | 'arrow' | 'rectangle' | 'ellipse' }
>;

const KINDS: ReadonlySet<string> = new Set(['pen', 'marker', 'line', 'arrow', 'rectangle', 'ellipse']);
/** A frame carries 600 numbers: three for each point. */
const MAX_POINTS = 200;
/** Points that are told again with the next frame: one of them may be lost. */
const TOLD_AGAIN = 8;
const MAX_STROKE = 20_000;

/** What a frame tells of a shape: which of its points are in it, and how they are drawn. */
export function framesOf(shape: LiveShape, told: number): { data: EphemeralData; told: number }[] {
  const points = pointsOf(shape);
  const isStroke = shape.kind === 'pen' || shape.kind === 'marker';
  const frames: { data: EphemeralData; told: number }[] = [];
  let first = isStroke ? Math.max(0, told - TOLD_AGAIN) : 0;
  do {
    const part = points.slice(first, first + MAX_POINTS);
    const style = JSON.stringify({
      k: shape.kind,
      c: shape.colour,
      w: Math.round(shape.lineWidth * 100) / 100,
      n: first,
      ...('fill' in shape && shape.fill !== null && { f: shape.fill }),
      ...('isDashed' in shape && shape.isDashed && { d: 1 }),
    });
    const numbers = part.flat().map((value) => Math.round(value * 100) / 100);
    first += part.length;
    frames.push({ data: { points: numbers, style }, told: first });
  } while (first < points.length);
  return frames;
}

function pointsOf(shape: LiveShape): readonly StrokePoint[] {
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
    default:
      return [
        [shape.x, shape.y, 0],
        [shape.x + shape.width, shape.y + shape.height, 0],
      ];
  }
}

/** The shape as it is after a frame of somebody else. Undefined when the frame is none of ours. */
export function withFrame(
  held: LiveShape | undefined,
  { points, style }: EphemeralData,
): LiveShape | undefined {
  const told = styleOf(style);
  if (!told || !points || points.length % 3 !== 0 || points.length === 0) return undefined;
  const part: StrokePoint[] = [];
  for (let at = 0; at < points.length; at += 3)
    part.push([points[at] ?? 0, points[at + 1] ?? 0, Math.max(0, Math.min(1, points[at + 2] ?? 0))]);
  const { kind, colour, lineWidth, first, fill, isDashed } = told;
  const base = { order: 0, colour, lineWidth };
  const [from, to] = [part[0], part.at(-1)];
  if (!from || !to) return undefined;
  switch (kind) {
    case 'pen':
    case 'marker': {
      const before = held?.kind === kind ? held.points.slice(0, first) : [];
      return before.length + part.length > MAX_STROKE
        ? held
        : { ...base, kind, points: [...before, ...part] };
    }
    case 'line':
    case 'arrow':
      return { ...base, kind, x1: from[0], y1: from[1], x2: to[0], y2: to[1], isDashed };
    default:
      return {
        ...{ ...base, kind, fill, isDashed },
        ...{ x: from[0], y: from[1], width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]) },
      };
  }
}

function styleOf(style: string | undefined) {
  try {
    const { k: kind, c: colour, w: lineWidth, n: first, f: fill = null, d } = JSON.parse(style ?? '');
    const isColour = (value: unknown) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
    const isKnown =
      KINDS.has(kind) &&
      isColour(colour) &&
      (fill === null || isColour(fill)) &&
      lineWidth > 0 &&
      lineWidth < 10_000 &&
      Number.isInteger(first) &&
      first >= 0;
    return isKnown
      ? { kind: kind as LiveShape['kind'], colour, lineWidth, first, fill, isDashed: d === 1 }
      : undefined;
  } catch {
    return undefined;
  }
}
