import type { QuarterTurns } from './view.ts';
import type { PagePoint } from './viewport.ts';

interface PageView {
  /** In page units, before rotation. */
  width: number;
  height: number;
  quarterTurns: QuarterTurns;
  scale: number;
}

/** `left` and `top` are CSS pixels from the view's upper left corner. */
export function viewToPage(
  { width, height, quarterTurns, scale }: PageView,
  left: number,
  top: number,
): PagePoint {
  const [across, down] = [left / scale, top / scale];
  switch (quarterTurns) {
    case 0:
      return { x: across, y: down };
    case 1:
      return { x: down, y: height - across };
    case 2:
      return { x: width - across, y: height - down };
    case 3:
      return { x: width - down, y: across };
  }
}

export function pageToView(
  { width, height, quarterTurns, scale }: PageView,
  { x, y }: PagePoint,
): { left: number; top: number } {
  const [across, down] = {
    0: [x, y],
    1: [height - y, x],
    2: [width - x, height - y],
    3: [y, width - x],
  }[quarterTurns] as [number, number];
  return { left: across * scale, top: down * scale };
}

export function turnTransform({ width, height, quarterTurns, scale }: PageView): string {
  const [w, h] = [width * scale, height * scale];
  switch (quarterTurns) {
    case 0:
      return 'none';
    case 1:
      return `translate(${h}px, 0) rotate(90deg)`;
    case 2:
      return `translate(${w}px, ${h}px) rotate(180deg)`;
    case 3:
      return `translate(0, ${w}px) rotate(270deg)`;
  }
}
