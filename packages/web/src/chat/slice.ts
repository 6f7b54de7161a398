/** `end` is exclusive. */
export interface Slice {
  start: number;
  end: number;
}

/** Number of items drawn on either side of the centre. */
export const REACH = 50;
/** Minimum number of drawn items above and below the viewport. */
export const MARGIN = 15;
/** Minimum number of loaded items above and below the viewport. */
export const READ_AHEAD = 40;

export function sliceAround(length: number, center: number): Slice {
  const size = 2 * REACH + 1;
  const start = Math.max(0, Math.min(center - REACH, length - size));
  return { start, end: Math.min(length, start + size) };
}

export function isNearEdge({ start, end }: Slice, length: number, first: number, last: number): boolean {
  return (start > 0 && first - start < MARGIN) || (end < length && end - 1 - last < MARGIN);
}

export interface Box {
  top: number;
  bottom: number;
}

export function visibleBetween(
  boxes: { length: number; at(index: number): Box },
  top: number,
  bottom: number,
): { first: number; last: number } | undefined {
  const first = firstWhere(boxes.length, (index) => boxes.at(index).bottom > top);
  const last = firstWhere(boxes.length, (index) => boxes.at(index).top >= bottom) - 1;
  return first >= boxes.length || last < first ? undefined : { first, last };
}

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
