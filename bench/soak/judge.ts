import { median } from '../statistics.ts';
import type { Sample } from './samples.ts';

/** One thing that is to stay as it is, and whether it does. */
export interface Verdict {
  name: string;
  /** In the second and in the last quarter of the time: in the first one caches fill. */
  before: number;
  after: number;
  unit: string;
  isFlat: boolean;
}

/** Fewer samples than this tell nothing. */
export const MIN_SAMPLES = 8;

/** What the allocator keeps of the same load moves it by so much from one look to the next. */
const MEMORY = { factor: 1.05, more: 10 };
/**
 * No allocator is in this, so little is chance: buffers of the calls that are under way. Lists of pages are kept up to 32 MB, and
 * this load makes 2 MB of them in an hour.
 */
const EXTERNAL = { factor: 1.05, more: 3 };
/** There are two at the most; how many are at work when it is looked is chance. */
const WORKERS = { factor: 1, more: 1 };
/** Sockets come and go while it is looked. */
const DESCRIPTORS = { factor: 1.02, more: 15 };
const CONNECTIONS = { factor: 1, more: 5 };
/** What a message takes on the disk: pages of tables are cleaned late. */
const DISK = { factor: 1.5, more: 0.5 };

/** Says of a run whether what it held stayed flat: medians of the second and of the last quarter are compared. Throws for too few samples. */
export function judge(samples: readonly Sample[]): Verdict[] {
  if (samples.length < MIN_SAMPLES)
    throw new Error(`${samples.length} samples are too few: at least ${MIN_SAMPLES} are needed`);
  const quarter = Math.floor(samples.length / 4);
  const early = samples.slice(quarter, 2 * quarter);
  const late = samples.slice(-quarter);
  const of = (read: (sample: Sample) => number) => [median(early.map(read)), median(late.map(read))] as const;
  const compare = (
    name: string,
    unit: string,
    [before, after]: readonly [number, number],
    { factor, more }: { factor: number; more: number },
  ): Verdict => ({ name, before, after, unit, isFlat: after <= before * factor + more });
  return [
    compare(
      'memory of the server',
      'MB',
      of(({ server }) => server),
      MEMORY,
    ),
    compare(
      'buffers of the server',
      'MB',
      of(({ external }) => external),
      EXTERNAL,
    ),
    compare(
      'memory of the processes of meets',
      'MB',
      of(({ meets }) => meets),
      MEMORY,
    ),
    compare(
      'workers for files',
      '',
      of(({ workers }) => workers),
      WORKERS,
    ),
    compare(
      'descriptors',
      '',
      of(({ descriptors }) => descriptors),
      DESCRIPTORS,
    ),
    compare(
      'processes of PostgreSQL',
      '',
      of(({ connections }) => connections),
      CONNECTIONS,
    ),
    compare('disk for a message', 'kB', [diskPerPost(early), diskPerPost(late)], DISK),
  ];
}

/** Kilobytes that came to the disk for each message of some samples. */
function diskPerPost(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.posts === first.posts) return 0;
  return (1000 * (last.disk - first.disk)) / (last.posts - first.posts);
}
