import { rounded } from './number.ts';
import { packPoints, roundedPoint, unpackPoints } from './packed-points.ts';
import type { Box, Shape } from './shape.ts';

/** Rounds the numbers to two decimals, like the stored markup. */
export function settled<T extends Shape>(shape: T): T;
export function settled(shape: Shape): Shape {
  if (shape.kind === 'foreign') return shape;
  const numbers = Object.entries(shape).map(([key, value]) => [
    key,
    typeof value === 'number' ? rounded(value) : value,
  ]);
  const plain = Object.fromEntries(numbers) as Exclude<Shape, { kind: 'foreign' }>;
  switch (plain.kind) {
    case 'pen':
    case 'marker':
      return { ...plain, points: plain.points.map(roundedPoint) };
    case 'highlight':
      return { ...plain, boxes: plain.boxes.map(roundedBox) };
    case 'signature':
      return { ...plain, strokes: plain.strokes.map((points) => unpackUnit(packUnit(points)) ?? []) };
    default:
      return plain;
  }
}

function roundedBox({ x, y, width, height }: Box): Box {
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
}

type Points = Parameters<typeof packPoints>[0];

export function packUnit(points: Points): string {
  return packPoints(points.map(([x, y, pressure]) => [100 * x, 100 * y, pressure]));
}

export function unpackUnit(packed: unknown): Points | undefined {
  return unpackPoints(packed)?.map(([x, y, pressure]) => [x / 100, y / 100, pressure]);
}
