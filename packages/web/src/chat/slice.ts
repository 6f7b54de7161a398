/** What of a list is drawn: items from `start` to before `end`. */
export interface Slice {
  start: number;
  end: number;
}

/** So many items are drawn on either side of the one that is looked at. */
export const REACH = 50;
/** With fewer than this beyond what is seen, the slice is moved. */
export const MARGIN = 15;
/** With fewer than this left in the window, more is read. */
export const READ_AHEAD = 40;

/** The slice around an item of a list. Near an end it reaches as far as elsewhere, so that as much is drawn. */
export function sliceAround(length: number, center: number): Slice {
  const size = 2 * REACH + 1;
  const start = Math.max(0, Math.min(center - REACH, length - size));
  return { start, end: Math.min(length, start + size) };
}

/**
 * Whether what is seen comes so near the end of the slice that another is to be drawn.
 * @param first the first item that is seen
 * @param last the last one
 */
export function isNearEdge({ start, end }: Slice, length: number, first: number, last: number): boolean {
  return (start > 0 && first - start < MARGIN) || (end < length && end - 1 - last < MARGIN);
}

/** The edges of an element, in pixels from the top of its list. */
export interface Box {
  top: number;
  bottom: number;
}

/** What of boxes in their order is seen between two heights: the first and the last, or undefined when nothing is. */
export function seenBetween(
  boxes: { length: number; at(index: number): Box },
  top: number,
  bottom: number,
): { first: number; last: number } | undefined {
  const first = firstWhere(boxes.length, (index) => boxes.at(index).bottom > top);
  const last = firstWhere(boxes.length, (index) => boxes.at(index).top >= bottom) - 1;
  return first >= boxes.length || last < first ? undefined : { first, last };
}

/** The first place from which on something is so; `length` when nowhere. */
function firstWhere(length: number, isSo: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
