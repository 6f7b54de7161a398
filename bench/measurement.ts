import type { Installation } from './installation.ts';
import type { LoadGenerator } from './load/index.ts';

/** A figure that a run gives: its value, and in what. */
export interface Figure {
  value: number;
  /** Short, as it stands in the table: `× static reply`, `/s`, `ms`. */
  unit: string;
}

/** What a measurement works with. */
export interface Bench {
  installation: Installation;
  generator: LoadGenerator;
  /** How many times each thing is measured; what is reported is the median. */
  rounds: number;
  /** Short rounds and little data: proves that the benchmark works, and nothing about speed. */
  quick: boolean;
  /** The folder in which the peers are installed, which takes a minute the first time. */
  peers(): Promise<string>;
  /** Has what a measurement started ended with the run, also when it is interrupted. */
  defer(end: () => Promise<void>): void;
  /** Tells something that a reader of the figures should know. */
  note(text: string): void;
}

/** One thing that is measured. Fails when what it calls does not answer with success. */
export interface Measurement {
  /** The figures it gives, by name and with what each means. */
  figures: Readonly<Record<string, string>>;
  run(bench: Bench): Promise<Record<string, Figure>>;
}

/** Milliseconds that one side of a round takes. */
export function roundMs(bench: Bench, milliseconds: number): number {
  return bench.quick ? 100 : milliseconds;
}
