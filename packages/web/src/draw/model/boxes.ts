import type { Box } from './shape.ts';

export function boxOfPoints(points: readonly (readonly [number, number, ...number[]])[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

export function union(boxes: readonly Box[]): Box {
  return boxOfPoints(
    boxes.flatMap(({ x, y, width, height }) => [[x, y] as const, [x + width, y + height] as const]),
  );
}

export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

export function contains({ x, y, width, height }: Box, at: { x: number; y: number }): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
}

export function isWithin(inner: Box, outer: Box): boolean {
  return contains(outer, inner) && contains(outer, { x: inner.x + inner.width, y: inner.y + inner.height });
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

export function between(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  return boxOfPoints([
    [one.x, one.y],
    [other.x, other.y],
  ]);
}
