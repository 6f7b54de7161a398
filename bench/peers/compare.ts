import { type HttpLoad, httpLoad } from '../load/http-load.ts';
import { alternate, type Bench, type FigureSpec, medianOf } from '../measurement.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, findPostmaster } from '../processes.ts';

export interface Side {
  pid: number;
  /** Prepares a round. Each round needs new tokens. */
  load(): Promise<HttpLoad>;
}

interface Sample {
  perSecond: number;
  perCpuSecond: number;
  perCpuSecondOfBoth: number;
}

export function comparedFigures(name: string, what: string, atLeast: number): Record<string, FigureSpec> {
  const unit = '× peer';
  return {
    [`${name}.per_cpu_second`]: { what: `${what}, for a CPU second of the server process`, unit, atLeast },
    [`${name}.per_cpu_second_with_postgresql`]: {
      what: 'for a CPU second of the server and PostgreSQL',
      unit,
    },
    [`${name}.per_second`]: { what: 'a second', unit },
  };
}

/**
 * Alternates our server and its peers. Returns the medians of our figures divided by each peer's. All share
 * one PostgreSQL, whose CPU time counts for the active side.
 */
export async function compare(
  bench: Bench,
  ours: Side,
  peers: Readonly<Record<string, Side>>,
): Promise<Record<string, number>> {
  const postmaster = findPostmaster(ours.pid);
  const sides = Object.entries({ ours, ...peers }).map(
    ([name, side]) => [name, () => measureOnce(side, postmaster)] as const,
  );
  const rounds = await alternate<string, Sample>(bench.rounds, Object.fromEntries(sides));
  return Object.fromEntries(
    Object.keys(peers).flatMap((name) => {
      const ratio = (of: (sample: Sample | undefined) => number | undefined) =>
        medianOf(rounds, (round) => (of(round.ours) ?? Number.NaN) / (of(round[name]) ?? Number.NaN));
      return [
        [`${name}.per_cpu_second`, ratio((sample) => sample?.perCpuSecond)],
        [`${name}.per_cpu_second_with_postgresql`, ratio((sample) => sample?.perCpuSecondOfBoth)],
        [`${name}.per_second`, ratio((sample) => sample?.perSecond)],
      ];
    }),
  );
}

async function measureOnce({ pid, load }: Side, postmaster: number): Promise<Sample> {
  const work = await load();
  const before = [cpuSecondsOf(pid), cpuSecondsOfFamily(postmaster)] as const;
  const { completed, seconds } = await httpLoad(work);
  const server = cpuSecondsOf(pid) - before[0];
  const database = cpuSecondsOfFamily(postmaster) - before[1];
  return {
    perSecond: completed / seconds,
    perCpuSecond: completed / server,
    perCpuSecondOfBoth: completed / (server + database),
  };
}
