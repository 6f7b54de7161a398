/** Both coordinates are 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

export interface Stroke {
  colour: string;
  points: Point[];
}

export const penColours = ['#e5484d', '#f5a524', '#2f9e6e', '#3b82f6'] as const;

/** As a fraction of the picture's longer side. */
const WIDTH = 0.0045;

export function drawStroke(
  context: CanvasRenderingContext2D,
  { colour, points }: Stroke,
  width: number,
  height: number,
): void {
  const [first] = points;
  if (!first) return;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(2, Math.max(width, height) * WIDTH);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(first.x * width, first.y * height);
  for (const [place, point] of points.entries()) {
    const next = points[place + 1] ?? point;
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    context.quadraticCurveTo(point.x * width, point.y * height, middle.x * width, middle.y * height);
  }
  context.stroke();
}
