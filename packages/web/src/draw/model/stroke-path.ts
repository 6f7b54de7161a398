import { getStroke } from 'perfect-freehand';
import { number } from './number.ts';
import type { StrokePoint } from './shape.ts';

export const NO_PRESSURE = 0.5;

/** Without pressure data, faster lines are thinner. */
export function penPath(points: readonly StrokePoint[], lineWidth: number, isFinished = true): string {
  const outline = getStroke(points as unknown as number[][], {
    size: lineWidth * 1.8,
    thinning: 0.55,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: points.every(([, , pressure]) => pressure === NO_PRESSURE),
    last: isFinished,
  }) as [number, number][];
  return closedCurve(outline);
}

function closedCurve(points: readonly [number, number][]): string {
  const [first, second] = points;
  if (!first || !second) return '';
  const middle = (one: [number, number], other: [number, number]) =>
    `${number((one[0] + other[0]) / 2)} ${number((one[1] + other[1]) / 2)}`;
  let path = `M${middle(first, second)}Q${number(second[0])} ${number(second[1])} `;
  for (let index = 2; index <= points.length; index++) {
    const point = points[index % points.length] ?? first;
    const before = points[index - 1] ?? first;
    path += index === 2 ? middle(before, point) : `T${middle(before, point)}`;
  }
  return `${path}Z`;
}

export function markerPath(points: readonly StrokePoint[]): string {
  const [first] = points;
  if (!first) return '';
  const rest = points.length === 1 ? points : points.slice(1);
  return `M${number(first[0])} ${number(first[1])}${rest.map(([x, y]) => `L${number(x)} ${number(y)}`).join('')}`;
}
