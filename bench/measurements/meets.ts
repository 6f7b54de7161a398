import { startChild } from '../child.ts';
import { findJanus } from '../load/find-janus.ts';
import { isolated } from '../load/isolated.ts';
import type { MeetLoad, MeetLoadResult } from '../load/meet-load.ts';
import type { RecordingLoad, RecordingLoadResult } from '../load/recording-load.ts';
import { alternate, type Bench, type Measurement, medianOf } from '../measurement.ts';

const MAX_LOST = 0.005;
const STEPS = [100, 150, 200, 250];
const MAX_ROUNDS = 3;
/** Above this fraction of a core, the load generator itself loses packets. */
const BUSY = 0.9;

async function loadOnce<Result>(script: string, load: MeetLoad | RecordingLoad): Promise<Result> {
  const child = startChild(new URL(`../load/${script}`, import.meta.url), { within: isolated() });
  try {
    return await child.ask<Result>(load);
  } finally {
    await child.exited;
  }
}

export const meets: Measurement = {
  figures: {
    'meets.pairs_per_core': {
      what: 'A/V pairs of 1 Mbit/s forwarded per core of the engine, by its processor time at 48 of them',
      unit: '/core',
      atLeast: 200,
    },
    'meets.to_janus': { what: 'the same ÷ the VideoRoom of Debian’s Janus', unit: '× Janus', atLeast: 1 },
    'meets.janus_pairs_per_core': { what: 'pairs that Janus forwards per core', unit: '/core' },
    'meets.pairs_without_loss': {
      what: `the most of ${STEPS.join(', ')} pairs at once with at most ${MAX_LOST * 100} % lost`,
      unit: 'pairs',
      atLeast: 200,
    },
    'meets.janus_pairs_without_loss': { what: 'the same of Janus', unit: 'pairs' },
    'meets.lost': { what: 'packets lost with 48 pairs', unit: '%', atMost: 0.5 },
    'meets.memory_growth': {
      what: 'memory of the engine after 200 joins and leaves ÷ after 20',
      unit: '×',
      atMost: 1.2,
    },
    'meets.recorded_lost': {
      what: 'pictures of four meets recorded at once that are in no file',
      unit: '%',
      atMost: 1,
    },
    'meets.recorded_cpu': { what: 'processor time of the engine meanwhile', unit: '% of a core' },
  },
  async run(bench) {
    const { quick } = bench;
    const viewers = quick ? 3 : 48;
    const compared = await besideJanus(bench, viewers);
    const { lost, memoryGrowth } = await load(bench, { sfu: 'embedded', viewers, joins: quick ? 10 : 200 });
    const recorded = await loadOnce<RecordingLoadResult>('recording-load.ts', {
      meets: quick ? 1 : 4,
      sendersPerMeet: 2,
      seconds: quick ? 4 : 20,
    });
    return {
      ...compared,
      'meets.lost': lost * 100,
      'meets.memory_growth': memoryGrowth,
      'meets.recorded_lost': recorded.lost * 100,
      'meets.recorded_cpu': recorded.cpu * 100,
    };
  },
};

function load(
  { quick }: Bench,
  of: Pick<MeetLoad, 'sfu' | 'viewers'> & Partial<MeetLoad>,
): Promise<MeetLoadResult> {
  const times = quick ? { warmMs: 200, measureMs: 500 } : { warmMs: 2_000, measureMs: 5_000 };
  return loadOnce('meet-load.ts', { joins: 0, ...times, ...of });
}

async function besideJanus(bench: Bench, viewers: number): Promise<Record<string, number>> {
  const pairs = (sfu: MeetLoad['sfu']) => async () => viewers / (await load(bench, { sfu, viewers })).cpu;
  const count = Math.min(bench.rounds, bench.quick ? 1 : MAX_ROUNDS);
  if (!findJanus()) {
    bench.note('Janus is not installed (`apt-get install janus`): the comparison with it is left out');
    const rounds = await alternate(count, { embedded: pairs('embedded') });
    return {
      'meets.pairs_per_core': medianOf(rounds, ({ embedded }) => embedded),
      'meets.pairs_without_loss': await mostWithoutLoss(bench, 'embedded'),
    };
  }
  const rounds = await alternate(count, { embedded: pairs('embedded'), janus: pairs('janus') });
  return {
    'meets.pairs_per_core': medianOf(rounds, ({ embedded }) => embedded),
    'meets.to_janus': medianOf(rounds, ({ embedded, janus }) => embedded / janus),
    'meets.janus_pairs_per_core': medianOf(rounds, ({ janus }) => janus),
    'meets.pairs_without_loss': await mostWithoutLoss(bench, 'embedded'),
    'meets.janus_pairs_without_loss': await mostWithoutLoss(bench, 'janus'),
  };
}

/**
 * Returns the largest step that loses at most MAX_LOST. Tries each step twice, because other processes may
 * disturb a try.
 */
async function mostWithoutLoss(bench: Bench, sfu: MeetLoad['sfu']): Promise<number> {
  let most = 0;
  for (const viewers of bench.quick ? [4] : STEPS) {
    let result = await load(bench, { sfu, viewers });
    if (result.lost > MAX_LOST) result = await load(bench, { sfu, viewers });
    if (result.lost > MAX_LOST) {
      const cause = result.ownCpu > BUSY ? 'the load generator had no more of its core' : 'by the engine';
      bench.note(`${sfu}: ${(result.lost * 100).toFixed(1)} % lost with ${viewers} pairs; ${cause}`);
      return most;
    }
    most = viewers;
  }
  return most;
}
