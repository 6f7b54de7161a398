import { rounded } from './number.ts';
import type { StrokePoint } from './shape.ts';

const STEPS = 100;
const MAX_POINTS = 20_000;

export function packPoints(points: readonly StrokePoint[]): string {
  let [lastX, lastY, lastPressure] = [0, 0, -1];
  return points
    .map(([x, y, pressure]) => {
      const [toX, toY, to] = [Math.round(x * STEPS), Math.round(y * STEPS), Math.round(pressure * STEPS)];
      const step = `${toX - lastX},${toY - lastY}${to === lastPressure ? '' : `,${to}`}`;
      [lastX, lastY, lastPressure] = [toX, toY, to];
      return step;
    })
    .join(' ');
}

export function unpackPoints(packed: unknown): StrokePoint[] | undefined {
  if (typeof packed !== 'string' || !/^-?\d+,-?\d+,\d+( -?\d+,-?\d+(,\d+)?)*$/.test(packed)) return undefined;
  const steps = packed.split(' ');
  if (steps.length > MAX_POINTS) return undefined;
  let [x, y, pressure] = [0, 0, 0];
  return steps.map((step) => {
    const [dx = 0, dy = 0, to = pressure] = step.split(',').map(Number);
    [x, y, pressure] = [x + dx, y + dy, Math.min(STEPS, to)];
    return [rounded(x / STEPS), rounded(y / STEPS), pressure / STEPS];
  });
}

export function roundedPoint([x, y, pressure]: StrokePoint): StrokePoint {
  return [rounded(x), rounded(y), Math.round(pressure * STEPS) / STEPS];
}
