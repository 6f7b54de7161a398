import type { LoadJob } from '../load/index.ts';
import type { Bench, Figure } from '../measurement.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, findPostmaster } from '../processes.ts';
import { median } from '../statistics.ts';

/** One side of a comparison: what is asked, and whose CPU time it costs. A new job for each round, as tokens are used up. */
export interface Side {
  pid: number;
  job(): Promise<LoadJob>;
}

interface Sample {
  perSecond: number;
  /** For each CPU second of the server process, all of its threads counted. */
  perCpuSecond: number;
  /** For each CPU second of the server process and PostgreSQL together. */
  perCpuSecondOfBoth: number;
}

/** The figures that `compare` gives for a name, with what each means. */
export function comparedFigures(name: string, what: string): Record<string, string> {
  return {
    [`${name}.per_cpu_second`]: `${what}, for a CPU second of the server process`,
    [`${name}.per_cpu_second_with_postgresql`]: 'the same, for a CPU second of the server and PostgreSQL',
    [`${name}.per_second`]: 'the same, a second',
  };
}

/**
 * Has ours and the peer work in turn, round by round, and gives the medians of ours ÷ peer. All of them use the
 * PostgreSQL of the installation, each with a database of its own, so its CPU time in a round is that of the side at work.
 */
export async function compare(
  bench: Bench,
  sides: { ours: Side; peers: Readonly<Record<string, Side>> },
): Promise<Record<string, Figure>> {
  const postmaster = findPostmaster(sides.ours.pid);
  const all = { ours: sides.ours, ...sides.peers };
  const samples = new Map<string, Sample[]>(Object.keys(all).map((name) => [name, []]));
  for (let round = -1; round < bench.rounds; round++) {
    for (const [name, side] of Object.entries(all)) {
      const sample = await measureOnce(bench, side, postmaster);
      // The first round warms up what is compiled and cached.
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  const ours = samples.get('ours') ?? [];
  return Object.fromEntries(
    Object.keys(sides.peers).flatMap((name) => {
      const peer = samples.get(name) ?? [];
      const ratio = (of: (sample: Sample) => number): Figure => ({
        value: median(ours.map((sample, round) => of(sample) / of(peer[round] ?? sample))),
        unit: '× peer',
      });
      return [
        [`${name}.per_cpu_second`, ratio(({ perCpuSecond }) => perCpuSecond)],
        [`${name}.per_cpu_second_with_postgresql`, ratio(({ perCpuSecondOfBoth }) => perCpuSecondOfBoth)],
        [`${name}.per_second`, ratio(({ perSecond }) => perSecond)],
      ];
    }),
  );
}

async function measureOnce(bench: Bench, { pid, job }: Side, postmaster: number): Promise<Sample> {
  const work = await job();
  const before = [cpuSecondsOf(pid), cpuSecondsOfFamily(postmaster)] as const;
  const { completed, seconds } = await bench.generator.run(work);
  const server = cpuSecondsOf(pid) - before[0];
  const database = cpuSecondsOfFamily(postmaster) - before[1];
  return {
    perSecond: completed / seconds,
    perCpuSecond: completed / server,
    perCpuSecondOfBoth: completed / (server + database),
  };
}
