import type { Installation } from './installation.ts';

/** A measured figure and its budget (docs/decisions/budgets.md). */
export interface FigureSpec {
  what: string;
  /** Unit in the table: `× static reply`, `/s`, `ms`. */
  unit: string;
  atLeast?: number;
  atMost?: number;
}

export interface Bench {
  installation: Installation;
  /** Each measurement runs this many times. Its result is the median. */
  rounds: number;
  quick: boolean;
  /**
   * Returns the folder of the programs to compare with. The first call installs them, which takes a minute.
   */
  peers(): Promise<string>;
  /** Also runs `end` after an interruption. */
  defer(end: () => Promise<void>): void;
  note(text: string): void;
}

export interface Measurement {
  figures: Readonly<Record<string, FigureSpec>>;
  /** Omits figures that this machine cannot measure. */
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
 * Runs the sides alternately (A B, B A, …), so that pauses of the machine and growing tables affect all sides
 * alike. Each side first runs once to warm up. Returns each side's values by round.
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
