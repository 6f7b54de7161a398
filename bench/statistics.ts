/** The middle of some numbers (the mean of the two middle ones). Throws when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new Error('no values to take the median of');
  return (lower + upper) / 2;
}

/**
 * Measures several sides in turn, round by round (A B A B …), so that what slows the machine for a while slows all of
 * them. Each side is run once before, to warm up.
 * @returns what the sides gave, by round
 */
export async function alternate<S extends Record<string, () => Promise<number>>>(
  rounds: number,
  sides: S,
): Promise<Record<keyof S, number>[]> {
  for (const run of Object.values(sides)) await run();
  const results: Record<keyof S, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const values: [string, number][] = [];
    for (const [name, run] of Object.entries(sides)) values.push([name, await run()]);
    results.push(Object.fromEntries(values) as Record<keyof S, number>);
  }
  return results;
}
