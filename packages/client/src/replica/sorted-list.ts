/** Compares two items for their order in a list. */
export type Compare<T> = (one: T, other: T) => number;

/** A list with an item in its place, instead of the one that is the same thing. The list itself when nothing changes. */
export function withItem<T>(
  list: readonly T[],
  item: T,
  isSame: (other: T) => boolean,
  compare: Compare<T>,
): readonly T[] {
  // What changes is most often among the newest, which stand last.
  const at = list.findLastIndex(isSame);
  const held = list[at];
  if (held === undefined) return list.toSpliced(placeOf(list, item, compare), 0, item);
  if (isEqual(held, item)) return list;
  if (compare(held, item) === 0) return list.with(at, item);
  const others = list.toSpliced(at, 1);
  return others.toSpliced(placeOf(others, item, compare), 0, item);
}

/** A list without the items that are the thing meant. The list itself when it has none. */
export function withoutItem<T>(list: readonly T[], isSame: (other: T) => boolean): readonly T[] {
  const at = list.findLastIndex(isSame);
  return at < 0 ? list : list.toSpliced(at, 1);
}

/** Behind all that come before it or are equal in order. */
function placeOf<T>(list: readonly T[], item: T, compare: Compare<T>): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether two JSON values are the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
