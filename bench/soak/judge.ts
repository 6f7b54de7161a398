import { median } from '../measurement.ts';
import type { Sample } from './samples.ts';

export interface Verdict {
  name: string;
  /** Medians of the second and the last quarter. In the first, caches fill. */
  before: number;
  after: number;
  unit: string;
  isFlat: boolean;
}

export const MIN_SAMPLES = 8;

interface Limit {
  name: string;
  unit: string;
  read(sample: Sample): number;
  factor: number;
  more: number;
}

const LIMITS: readonly Limit[] = [
  { name: 'memory of the server', unit: 'MB', read: ({ server }) => server, factor: 1.05, more: 10 },
  // Includes the buffers of calls in flight, and a cache that grows by 2 MB an hour up to 32 MB. Excludes the
  // allocator's overhead.
  { name: 'buffers of the server', unit: 'MB', read: ({ external }) => external, factor: 1.05, more: 3 },
  {
    name: 'memory of the processes of meets',
    unit: 'MB',
    read: ({ meets }) => meets,
    factor: 1.05,
    more: 10,
  },
  { name: 'workers for files', unit: '', read: ({ workers }) => workers, factor: 1, more: 1 },
  { name: 'descriptors', unit: '', read: ({ descriptors }) => descriptors, factor: 1.02, more: 15 },
  { name: 'processes of PostgreSQL', unit: '', read: ({ connections }) => connections, factor: 1, more: 5 },
];
/** Generous, because PostgreSQL vacuums late. */
const DISK = { factor: 1.5, more: 0.5 };

export function judge(samples: readonly Sample[]): Verdict[] {
  if (samples.length < MIN_SAMPLES)
    throw new Error(`${samples.length} samples are too few: at least ${MIN_SAMPLES} are needed`);
  const quarter = Math.floor(samples.length / 4);
  const early = samples.slice(quarter, 2 * quarter);
  const late = samples.slice(-quarter);
  const verdicts = LIMITS.map(({ name, unit, read, factor, more }) => {
    const [before, after] = [median(early.map(read)), median(late.map(read))];
    return { name, unit, before, after, isFlat: after <= before * factor + more };
  });
  const [before, after] = [diskPerPost(early), diskPerPost(late)];
  const isFlat = after <= before * DISK.factor + DISK.more;
  return [...verdicts, { name: 'disk for a message', unit: 'kB', before, after, isFlat }];
}

function diskPerPost(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.posts === first.posts) return 0;
  return (1000 * (last.disk - first.disk)) / (last.posts - first.posts);
}
