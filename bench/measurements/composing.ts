import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../../packages/server/src/conference/index.ts';
import { writeRecordedTracks } from '../load/recorded-tracks.ts';
import type { Measurement } from '../measurement.ts';
import { cpuSecondsOfFamily } from '../processes.ts';

/** A recorded meet of two people, one of whom shares a screen in its second half, is made one file. */
export const composing: Measurement = {
  figures: {
    'composing.to_real_time':
      'Seconds of a recorded meet that are composed in a second of one core: its length beside the processor time that it takes.',
  },
  async run({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'rb-composing-'));
    try {
      await writeRecordedTracks(folder, quick ? 2 : 60);
      const used = cpuSecondsOfFamily(process.pid);
      const { seconds } = await compose(folder, { searchPath: process.env.PATH ?? '' });
      const value = seconds / (cpuSecondsOfFamily(process.pid) - used);
      return { 'composing.to_real_time': { value, unit: '×' } };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
