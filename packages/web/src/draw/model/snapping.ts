import type { Box } from './shape.ts';

export interface Guide {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

interface Stop {
  at: number;
  from: number;
  to: number;
}

/** @param reach the maximum snapping distance, in the units of the boxes */
export function createSnapping(others: readonly Box[], reach: number) {
  const across = others.flatMap(({ x, y, width, height }) =>
    linesOf(x, width).map((at): Stop => ({ at, from: y, to: y + height })),
  );
  const down = others.flatMap(({ x, y, width, height }) =>
    linesOf(y, height).map((at): Stop => ({ at, from: x, to: x + width })),
  );
  return ({ x, y, width, height }: Box): { dx: number; dy: number; guides: readonly Guide[] } => {
    const nearX = nearest(linesOf(x, width), across, reach);
    const nearY = nearest(linesOf(y, height), down, reach);
    const [dx, dy] = [nearX?.shift ?? 0, nearY?.shift ?? 0];
    const guides: Guide[] = [];
    if (nearX) {
      const { at, from, to } = nearX.stop;
      guides.push({ x1: at, x2: at, y1: Math.min(from, y + dy), y2: Math.max(to, y + dy + height) });
    }
    if (nearY) {
      const { at, from, to } = nearY.stop;
      guides.push({ x1: Math.min(from, x + dx), x2: Math.max(to, x + dx + width), y1: at, y2: at });
    }
    return { dx, dy, guides };
  };
}

const linesOf = (start: number, length: number) => [start, start + length / 2, start + length];

function nearest(lines: readonly number[], stops: readonly Stop[], reach: number) {
  let found: { shift: number; stop: Stop } | undefined;
  for (const stop of stops)
    for (const line of lines) {
      const shift = stop.at - line;
      if (Math.abs(shift) <= reach && Math.abs(shift) < Math.abs(found?.shift ?? Infinity))
        found = { shift, stop };
    }
  return found;
}
