import { boxOfPoints, contains, grown, union } from './boxes.ts';
import type { Box, Line, Matrix, Shape, StrokePoint } from './shape.ts';

export function boundsOf(shape: Shape): Box {
  switch (shape.kind) {
    case 'pen':
    case 'marker':
      return boxOfPoints(shape.points);
    case 'line':
    case 'arrow':
      return boxOfPoints([
        [shape.x1, shape.y1],
        [shape.x2, shape.y2],
      ]);
    case 'highlight':
      return union(shape.boxes);
    case 'foreign':
      return boxOfPoints(cornersOf(shape.box).map((corner) => transformed(shape.matrix, corner)));
    default: {
      const { x, y, width, height } = shape;
      return { x, y, width, height };
    }
  }
}

function cornersOf({ x, y, width, height }: Box): (readonly [number, number])[] {
  return [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ];
}

function transformed([a, b, c, d, e, f]: Matrix, [x, y]: readonly [number, number]): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function moved<T extends Shape>(shape: T, dx: number, dy: number): T {
  return scaledAndMoved(shape, { scaleX: 1, scaleY: 1, dx, dy });
}

export function resized<T extends Shape>(shape: T, from: Box, to: Box): T {
  return scaledAndMoved(shape, transformOf(from, to));
}

export function transformOf(from: Box, to: Box): ScaleAndMove {
  const scaleX = from.width > 0 ? to.width / from.width : 1;
  const scaleY = from.height > 0 ? to.height / from.height : 1;
  return { scaleX, scaleY, dx: to.x - from.x * scaleX, dy: to.y - from.y * scaleY };
}

export interface ScaleAndMove {
  scaleX: number;
  scaleY: number;
  dx: number;
  dy: number;
}

/** Scales text proportionally, by `scaleY` only. */
export function scaledAndMoved<T extends Shape>(shape: T, transform: ScaleAndMove): T;
export function scaledAndMoved(shape: Shape, { scaleX, scaleY, dx, dy }: ScaleAndMove): Shape {
  const box = ({ x, y, width, height }: Box): Box => ({
    x: x * scaleX + dx,
    y: y * scaleY + dy,
    width: width * scaleX,
    height: height * scaleY,
  });
  switch (shape.kind) {
    case 'pen':
    case 'marker': {
      const point = ([x, y, pressure]: StrokePoint): StrokePoint => [
        x * scaleX + dx,
        y * scaleY + dy,
        pressure,
      ];
      return { ...shape, points: shape.points.map(point) };
    }
    case 'line':
    case 'arrow':
      return {
        ...shape,
        x1: shape.x1 * scaleX + dx,
        y1: shape.y1 * scaleY + dy,
        x2: shape.x2 * scaleX + dx,
        y2: shape.y2 * scaleY + dy,
      };
    case 'highlight':
      return { ...shape, boxes: shape.boxes.map(box) };
    case 'foreign': {
      const [a, b, c, d, e, f] = shape.matrix;
      return {
        ...shape,
        matrix: [a * scaleX, b * scaleY, c * scaleX, d * scaleY, e * scaleX + dx, f * scaleY + dy],
      };
    }
    case 'text': {
      const { x, y } = box(shape);
      return {
        ...shape,
        x,
        y,
        width: shape.width * scaleY,
        height: shape.height * scaleY,
        fontSize: shape.fontSize * scaleY,
      };
    }
    default:
      return { ...shape, ...box(shape) };
  }
}

/**
 * Unfilled shapes are hit only at their lines.
 * @param tolerance in page units
 */
export function isHit(shape: Shape, at: { x: number; y: number }, tolerance: number): boolean {
  const reach = tolerance + ('lineWidth' in shape ? shape.lineWidth / 2 : 0);
  if (!contains(grown(boundsOf(shape), reach), at)) return false;
  switch (shape.kind) {
    case 'pen':
    case 'marker':
      return distanceToPath(shape.points, at) <= reach;
    case 'line':
    case 'arrow':
      return distanceToPath(endsOf(shape), at) <= reach;
    case 'rectangle':
      return shape.fill !== null || !contains(grown(boundsOf(shape), -reach), at);
    case 'ellipse':
      return isOnEllipse(shape, at, shape.fill === null, reach);
    case 'highlight':
      return shape.boxes.some((box) => contains(grown(box, tolerance), at));
    default:
      return true;
  }
}

export function endsOf({ x1, y1, x2, y2 }: Line): [StrokePoint, StrokePoint] {
  return [
    [x1, y1, 0],
    [x2, y2, 0],
  ];
}

function isOnEllipse(box: Box, at: { x: number; y: number }, isHollow: boolean, reach: number): boolean {
  const [rx, ry] = [box.width / 2, box.height / 2];
  const [x, y] = [at.x - box.x - rx, at.y - box.y - ry];
  const isInside = (by: number) =>
    rx + by > 0 && ry + by > 0 && (x / (rx + by)) ** 2 + (y / (ry + by)) ** 2 <= 1;
  return isInside(reach) && !(isHollow && isInside(-reach));
}

export function distanceToPath(points: readonly StrokePoint[], at: { x: number; y: number }): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < points.length; index++) {
    const end = points[index];
    const begin = points[index - 1] ?? end;
    if (begin && end) nearest = Math.min(nearest, distanceToSegment(begin, end, at));
  }
  return nearest;
}

function distanceToSegment([x1, y1]: StrokePoint, [x2, y2]: StrokePoint, at: { x: number; y: number }) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - x1) * dx + (at.y - y1) * dy) / length));
  return Math.hypot(at.x - x1 - along * dx, at.y - y1 - along * dy);
}
