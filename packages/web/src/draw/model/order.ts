export interface OrderedShape {
  uuid: string;
  order: number;
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/**
 * Changes the orders of as few other shapes as possible.
 * @param layers the shapes from bottom to top
 */
export function ordersAbove(
  layers: readonly OrderedShape[],
  chosen: ReadonlySet<string>,
  neighbour: string,
): Map<string, number> {
  const others = layers.filter(({ uuid }) => !chosen.has(uuid));
  const mine = layers.filter(({ uuid }) => chosen.has(uuid));
  const at = others.findIndex(({ uuid }) => uuid === neighbour);
  const low = others[at]?.order ?? 0;
  const high = others[at + 1]?.order;
  const orders = new Map<string, number>();
  const spread = (from: number, to: number) => {
    for (const [index, { uuid }] of mine.entries())
      orders.set(uuid, rounded(from + ((to - from) * (index + 1)) / (mine.length + 1)));
  };
  if (high === undefined) spread(low, low + mine.length + 1);
  else if (high > low) spread(low, high);
  else {
    const below = others.slice(0, at + 1).filter(({ order }) => order === low);
    const above = others.slice(at + 1).filter(({ order }) => order === low);
    const isBelow = below.length <= above.length;
    const next = isBelow
      ? others.findLast(({ order }) => order < low)?.order
      : others.find(({ order }) => order > low)?.order;
    const side = next === undefined ? low + (isBelow ? -1 : 1) : (next + low) / 2;
    for (const { uuid } of isBelow ? below : above) orders.set(uuid, rounded(side));
    spread(Math.min(side, low), Math.max(side, low));
  }
  return orders;
}

export function ordersBelow(
  layers: readonly OrderedShape[],
  chosen: ReadonlySet<string>,
  neighbour: string,
): Map<string, number> {
  const mirrored = layers.map(({ uuid, order }) => ({ uuid, order: -order })).toReversed();
  return new Map([...ordersAbove(mirrored, chosen, neighbour)].map(([uuid, order]) => [uuid, -order]));
}
