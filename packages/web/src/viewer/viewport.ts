import type { ReadonlySignal } from '@preact/signals';

/** In page units from the upper left corner, as in an annotation's `svg_tag`. */
export interface PagePoint {
  x: number;
  y: number;
}

export interface PageViewport {
  pageId: number;
  width: number;
  height: number;
  /** CSS pixels per page unit. */
  scale: ReadonlySignal<number>;
  /** Clockwise quarter turns. */
  quarterTurns: ReadonlySignal<0 | 1 | 2 | 3>;
  toPage(point: { clientX: number; clientY: number }): PagePoint;
  toWindow(point: PagePoint): { clientX: number; clientY: number };
  reveal(point: PagePoint): void;
}
