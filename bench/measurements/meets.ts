import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { MeetLoad, MeetLoadResult } from '../load/meet-load.ts';
import type { RecordingLoad, RecordingLoadResult } from '../load/recording-load.ts';
import type { Measurement } from '../measurement.ts';

async function loadOnce<Result>(script: string, load: MeetLoad | RecordingLoad): Promise<Result> {
  const child = fork(new URL(`../load/${script}`, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  child.send(load);
  const [message] = (await once(child, 'message')) as [{ result?: Result; error?: string }];
  await ended;
  if (!message.result) throw new Error(`the engine of meets was not loaded: ${message.error}`);
  return message.result;
}

/** The media of meets: peers that are no browsers receive one camera and one microphone, some 1 Mbit/s together. */
export const meets: Measurement = {
  figures: {
    'meets.pairs_per_core':
      'A/V pairs of 1 Mbit/s forwarded per core of the engine, by its processor time at 48 of them.',
    'meets.relayed_to_direct':
      'The same through the port for those who come by TURN over TCP or TLS, beside that: what the proxy there costs.',
    'meets.lost': 'Packets lost meanwhile.',
    'meets.memory_growth': 'Memory of the engine after 200 joins and leaves, beside that after 20.',
    'meets.recorded_lost': 'Pictures of four meets that are recorded at once, and are in no file.',
    'meets.recorded_cpu': 'Processor time of the engine meanwhile, of a core.',
  },
  async run({ quick }) {
    const viewers = quick ? 3 : 48;
    const load = { viewers, warmMs: quick ? 200 : 3_000, measureMs: quick ? 500 : 8_000 };
    const { cpu, lost, memoryGrowth } = await loadOnce<MeetLoadResult>('meet-load.ts', {
      ...load,
      joins: quick ? 10 : 200,
      isRelayed: false,
    });
    const relayed = await loadOnce<MeetLoadResult>('meet-load.ts', { ...load, joins: 0, isRelayed: true });
    const recorded = await loadOnce<RecordingLoadResult>('recording-load.ts', {
      meets: quick ? 1 : 4,
      sendersPerMeet: 2,
      seconds: quick ? 4 : 20,
    });
    return {
      'meets.pairs_per_core': { value: viewers / cpu, unit: '/core' },
      'meets.relayed_to_direct': { value: cpu / relayed.cpu, unit: '×' },
      'meets.lost': { value: lost * 100, unit: '%' },
      'meets.memory_growth': { value: memoryGrowth, unit: '×' },
      'meets.recorded_lost': { value: recorded.lost * 100, unit: '%' },
      'meets.recorded_cpu': { value: recorded.cpu * 100, unit: '%' },
    };
  },
};
