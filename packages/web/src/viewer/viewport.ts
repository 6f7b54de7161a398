import type { ReadonlySignal } from '@preact/signals';

/** A place on a page: page units from its upper left corner, as `svg_tag` of annotations has them. */
export interface PagePoint {
  x: number;
  y: number;
}

/**
 * How one page is shown. What is drawn over a page (annotations, pins of comments, Draw) knows the page by this alone,
 * and is drawn within an element that has the page's size and lies exactly on it.
 */
export interface PageViewport {
  pageId: number;
  /** The width and height of the page, in page units, before the view is turned. */
  width: number;
  height: number;
  /** CSS pixels for each page unit. */
  scale: ReadonlySignal<number>;
  /** By how many quarters the view is turned clockwise. */
  quarterTurns: ReadonlySignal<0 | 1 | 2 | 3>;
  toPage(point: { clientX: number; clientY: number }): PagePoint;
  toWindow(point: PagePoint): { clientX: number; clientY: number };
  reveal(point: PagePoint): void;
}
