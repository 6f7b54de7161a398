export type Compare<T> = (one: T, other: T) => number;

export function withItem<T>(
  list: readonly T[],
  item: T,
  isSame: (other: T) => boolean,
  compare: Compare<T>,
): readonly T[] {
  // Most changes affect the newest items.
  const at = list.findLastIndex(isSame);
  const current = list[at];
  if (current === undefined) return list.toSpliced(placeOf(list, item, compare), 0, item);
  if (isEqual(current, item)) return list;
  if (compare(current, item) === 0) return list.with(at, item);
  const others = list.toSpliced(at, 1);
  return others.toSpliced(placeOf(others, item, compare), 0, item);
}

export function withoutItem<T>(list: readonly T[], isSame: (other: T) => boolean): readonly T[] {
  const at = list.findLastIndex(isSame);
  return at < 0 ? list : list.toSpliced(at, 1);
}

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
