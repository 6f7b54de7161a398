import type { Installation } from './installation.ts';

/** A measured figure and its budget (docs/decisions/budgets.md). */
export interface FigureSpec {
  what: string;
  /** Unit in the table, such as `× static reply`, `/s` or `ms`. */
  unit: string;
  atLeast?: number;
  atMost?: number;
}

export interface Bench {
  installation: Installation;
  /** Number of rounds of each measurement. The result is the median of the rounds. */
  rounds: number;
  quick: boolean;
  /**
   * Returns the directory of the packages to compare with. The first call takes a minute, because it installs
   * the packages.
   */
  peers(): Promise<string>;
  /** Runs `end` when the benchmark ends, even after an interruption. */
  defer(end: () => Promise<void>): void;
  note(text: string): void;
}

export interface Measurement {
  figures: Readonly<Record<string, FigureSpec>>;
  /** Returns a value for each figure, except for figures that the machine cannot measure. */
  run(bench: Bench): Promise<Record<string, number>>;
}

export function roundMs({ quick }: Bench, milliseconds: number): number {
  return quick ? 1_000 : milliseconds;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new Error('no values to take the median of');
  return (lower + upper) / 2;
}

/**
 * Runs the sides alternately (A B, B A, …), so that pauses of the machine affect all sides equally. Starts
 * with one warm-up run per side. Returns the values of each round.
 */
export async function alternate<Name extends string, Value>(
  rounds: number,
  sides: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value>[]> {
  const results: Record<Name, Value>[] = [];
  for (let round = -1; round < rounds; round++) {
    const values: [string, Value][] = [];
    const order = Object.entries<() => Promise<Value>>(sides);
    for (const [name, run] of round % 2 === 0 ? order : order.toReversed()) values.push([name, await run()]);
    if (round >= 0) results.push(Object.fromEntries(values) as Record<Name, Value>);
  }
  return results;
}

export function medianOf<Round>(rounds: readonly Round[], value: (round: Round) => number): number {
  return median(rounds.map(value));
}
