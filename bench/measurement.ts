import type { Installation } from './installation.ts';

/** A figure: what it means, its unit and its budget, which docs/decisions/budgets.md explains. */
export interface FigureSpec {
  what: string;
  /** Short, as the table shows it: `× static reply`, `/s`, `ms`. */
  unit: string;
  atLeast?: number;
  atMost?: number;
}

/** The inputs of a measurement. */
export interface Bench {
  installation: Installation;
  /** How many times each side is measured; the figure is the median. */
  rounds: number;
  /** Short rounds and little data: proves that the benchmark works, and nothing about speed. */
  quick: boolean;
  /** The folder in which the peers are installed. The first call installs them, which takes a minute. */
  peers(): Promise<string>;
  /** Registers work for the end of the run, also when the run is interrupted. */
  defer(end: () => Promise<void>): void;
  /** Prints a remark below the figures. */
  note(text: string): void;
}

/** A measurement. Fails if a call is unsuccessful. */
export interface Measurement {
  figures: Readonly<Record<string, FigureSpec>>;
  /** Returns the values by figure. A figure that this machine cannot measure is left out. */
  run(bench: Bench): Promise<Record<string, number>>;
}

/** Milliseconds that one side of a round takes. */
export function roundMs({ quick }: Bench, milliseconds: number): number {
  return quick ? 1_000 : milliseconds;
}

/** The middle of some numbers (the mean of the two middle ones). Throws when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new Error('no values to take the median of');
  return (lower + upper) / 2;
}

/**
 * Measures several sides alternately (A B, B A, …), so that a pause of the machine and tables that grow slow all of them. Each side
 * runs once before, to warm up.
 * @returns the values of the sides, by round
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

/** The median of a value over rounds. */
export function medianOf<Round>(rounds: readonly Round[], value: (round: Round) => number): number {
  return median(rounds.map(value));
}
