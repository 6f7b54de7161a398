import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findJanus } from '../load/find-janus.ts';
import { isolated } from '../load/isolated.ts';
import type { MeetLoad, MeetLoadResult } from '../load/meet-load.ts';
import type { RecordingLoad, RecordingLoadResult } from '../load/recording-load.ts';
import type { Bench, Figure, Measurement } from '../measurement.ts';
import { alternate, median } from '../statistics.ts';

const MAX_LOST = 0.005;
/** How many subscribers are tried until packets are lost. */
const STEPS = [100, 150, 200, 250];
const MAX_ROUNDS = 3;
/** From here on it is the load generator that loses packets. */
const BUSY = 0.9;

async function loadOnce<Result>(script: string, load: MeetLoad | RecordingLoad): Promise<Result> {
  const command = [
    ...isolated(),
    process.execPath,
    fileURLToPath(new URL(`../load/${script}`, import.meta.url)),
  ];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  child.send(load);
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => [{ error: `it ended with ${code}` }]),
  ])) as [{ result?: Result; error?: string }];
  await ended;
  if (!message.result) throw new Error(`the engine of meets was not loaded: ${message.error}`);
  return message.result;
}

const load = (of: Pick<MeetLoad, 'sfu' | 'viewers'> & Partial<MeetLoad>) =>
  loadOnce<MeetLoadResult>('meet-load.ts', { warmMs: 2_000, measureMs: 5_000, joins: 0, ...of });

/** The engine and Debian's Janus in turn: pairs for each core, and how many are forwarded at once without loss. */
async function besideJanus(bench: Bench, viewers: number): Promise<Record<string, Figure>> {
  const hasJanus = findJanus() !== undefined;
  if (!hasJanus)
    bench.note('Janus is not installed (`apt-get install janus`): the comparison with it is left out');
  const brief = bench.quick ? { warmMs: 200, measureMs: 1_000 } : {};
  const pairs = (sfu: MeetLoad['sfu']) => async () => viewers / (await load({ sfu, viewers, ...brief })).cpu;
  const sides = {
    embedded: pairs('embedded'),
    relayed: pairs('relayed'),
    ...(hasJanus ? { janus: pairs('janus') } : {}),
  };
  const rounds: Partial<Record<string, number>>[] = await alternate(
    Math.min(bench.rounds, bench.quick ? 1 : MAX_ROUNDS),
    sides,
  );
  const of = (value: (round: Partial<Record<string, number>>) => number) => median(rounds.map(value));
  const embedded = (round: Partial<Record<string, number>>) => round.embedded ?? Number.NaN;
  const janus = (round: Partial<Record<string, number>>) => round.janus ?? Number.NaN;
  return {
    'meets.pairs_per_core': { value: of(embedded), unit: '/core' },
    'meets.relayed_to_direct': {
      value: of((round) => (round.relayed ?? Number.NaN) / embedded(round)),
      unit: '×',
    },
    ...(hasJanus
      ? {
          'meets.to_janus': { value: of((round) => embedded(round) / janus(round)), unit: '× Janus' },
          'meets.janus_pairs_per_core': { value: of(janus), unit: '/core' },
        }
      : {}),
    'meets.pairs_without_loss': { value: await mostWithoutLoss(bench, 'embedded'), unit: 'pairs' },
    ...(hasJanus
      ? { 'meets.janus_pairs_without_loss': { value: await mostWithoutLoss(bench, 'janus'), unit: 'pairs' } }
      : {}),
  };
}

/** The largest step at which at most MAX_LOST of the packets are lost: in one of two tries, for others use the machine too. */
async function mostWithoutLoss({ quick, note }: Bench, sfu: MeetLoad['sfu']): Promise<number> {
  let most = 0;
  for (const viewers of quick ? [4] : STEPS) {
    const once = () =>
      load({ sfu, viewers, ...(quick ? { warmMs: 200, measureMs: 500 } : { measureMs: 3_000 }) });
    let result = await once();
    if (result.lost > MAX_LOST) result = await once();
    if (result.lost > MAX_LOST) {
      const cause = result.ownCpu > BUSY ? 'the load generator had no more of its core' : 'it was the engine';
      note(`${sfu}: ${(result.lost * 100).toFixed(1)} % lost with ${viewers} pairs; ${cause}`);
      return most;
    }
    most = viewers;
  }
  return most;
}

/** The media of meets: peers that are no browsers receive one camera and one microphone, some 1 Mbit/s together. */
export const meets: Measurement = {
  figures: {
    'meets.pairs_per_core':
      'A/V pairs of 1 Mbit/s forwarded per core of the engine, by its processor time at 48 of them.',
    'meets.relayed_to_direct':
      'The same through the port for those who come by TURN over TCP or TLS, beside that: what the proxy there costs.',
    'meets.to_janus': 'The same beside the VideoRoom of Debian’s Janus, in turn, with the same load.',
    'meets.janus_pairs_per_core': 'What Janus forwards per core.',
    'meets.pairs_without_loss': `The most of ${STEPS.join(', ')} pairs at once with at most ${MAX_LOST * 100} % lost.`,
    'meets.janus_pairs_without_loss': 'The same of Janus.',
    'meets.lost': 'Packets lost with 48 pairs.',
    'meets.memory_growth': 'Memory of the engine after 200 joins and leaves, beside that after 20.',
    'meets.recorded_lost': 'Pictures of four meets that are recorded at once, and are in no file.',
    'meets.recorded_cpu': 'Processor time of the engine meanwhile, of a core.',
  },
  async run(bench) {
    const { quick } = bench;
    const viewers = quick ? 3 : 48;
    const compared = await besideJanus(bench, viewers);
    const { lost, memoryGrowth } = await load({
      sfu: 'embedded',
      viewers,
      joins: quick ? 10 : 200,
      ...(quick ? { warmMs: 200, measureMs: 500 } : {}),
    });
    const recorded = await loadOnce<RecordingLoadResult>('recording-load.ts', {
      meets: quick ? 1 : 4,
      sendersPerMeet: 2,
      seconds: quick ? 4 : 20,
    });
    return {
      ...compared,
      'meets.lost': { value: lost * 100, unit: '%' },
      'meets.memory_growth': { value: memoryGrowth, unit: '×' },
      'meets.recorded_lost': { value: recorded.lost * 100, unit: '%' },
      'meets.recorded_cpu': { value: recorded.cpu * 100, unit: '%' },
    };
  },
};
