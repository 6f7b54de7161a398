import type { EphemeralData } from '@ringbinder/protocol';
import { type ScaleAndMove, scaledAndMoved } from '../model/geometry.ts';
import type { Shape } from '../model/shape.ts';
import { type LiveFrame, MAX_CHARACTERS, readStyle, twoDecimals } from './live-frame.ts';

export type Reshape =
  | { kind: 'laid'; transform: ScaleAndMove }
  | { kind: 'ends'; x1: number; y1: number; x2: number; y2: number }
  | { kind: 'box'; x: number; y: number; width: number; height: number };

export type Reshaping = Reshape & { uuids: readonly string[] };

/** A uuid takes 36 characters, followed by a space. */
const UUIDS_OF_A_FRAME = Math.floor(MAX_CHARACTERS / 37);
const MOST_SHAPES = 4 * UUIDS_OF_A_FRAME;
const FARTHEST = 1e6;

export function reshapingFrames(reshaping: Reshaping): LiveFrame[] {
  const { uuids } = reshaping;
  if (uuids.length > MOST_SHAPES) return [];
  const points = numbersOf(reshaping).map((value) => Math.round(value * 1e4) / 1e4);
  const frames: LiveFrame[] = [];
  for (let first = 0; first < uuids.length; first += UUIDS_OF_A_FRAME) {
    const part = uuids.slice(first, first + UUIDS_OF_A_FRAME);
    const style = JSON.stringify({ k: reshaping.kind, n: first });
    frames.push({ data: { points, style, text: part.join(' ') }, sentCount: first + part.length });
  }
  return frames;
}

function numbersOf(reshaping: Reshape): number[] {
  switch (reshaping.kind) {
    case 'laid': {
      const { scaleX, scaleY, dx, dy } = reshaping.transform;
      return [scaleX, scaleY, dx, dy];
    }
    case 'ends':
      return [reshaping.x1, reshaping.y1, reshaping.x2, reshaping.y2];
    case 'box':
      return [reshaping.x, reshaping.y, reshaping.width, reshaping.height].map(twoDecimals);
  }
}

export function withReshapingFrame(
  previous: Reshaping | undefined,
  { points, style, text = '' }: EphemeralData,
): Reshaping | undefined {
  const { k: kind, n: first } = readStyle(style) ?? {};
  const [a, b, c, d, ...more] = points ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0)
    return undefined;
  if ([a, b, c, d].some((value) => !(Math.abs(value) <= FARTHEST)) || typeof first !== 'number')
    return undefined;
  const part = text.split(' ', UUIDS_OF_A_FRAME);
  const before = previous && previous.kind === kind ? previous.uuids.slice(0, first) : [];
  const uuids = [...before, ...part].slice(0, MOST_SHAPES);
  switch (kind) {
    case 'laid':
      return a > 0 && b > 0 ? { kind, uuids, transform: { scaleX: a, scaleY: b, dx: c, dy: d } } : undefined;
    case 'ends':
      return { kind, uuids, x1: a, y1: b, x2: c, y2: d };
    case 'box':
      return c > 0 && d > 0 ? { kind, uuids, x: a, y: b, width: c, height: d } : undefined;
    default:
      return undefined;
  }
}

export function reshaped(
  shape: Shape,
  reshaping: Reshape,
  inBox: (text: Extract<Shape, { kind: 'text' | 'note' }>) => Shape,
): Shape {
  switch (reshaping.kind) {
    case 'laid':
      return scaledAndMoved(shape, reshaping.transform);
    case 'ends': {
      const { x1, y1, x2, y2 } = reshaping;
      return shape.kind === 'line' || shape.kind === 'arrow' ? { ...shape, x1, y1, x2, y2 } : shape;
    }
    case 'box': {
      const { x, y, width, height } = reshaping;
      const isText = shape.kind === 'text' || shape.kind === 'note';
      return isText ? inBox({ ...shape, x, y, width, height }) : shape;
    }
  }
}
