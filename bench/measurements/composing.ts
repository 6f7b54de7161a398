import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runProgram } from '@ringbinder/page-renderer';
import { compose } from '@ringbinder/sfu';
import { writeRecordedTracks } from '../load/recorded-tracks.ts';
import type { Measurement } from '../measurement.ts';
import { cpuSecondsOfFamily } from '../processes.ts';

export const composing: Measurement = {
  figures: {
    'composing.to_real_time': {
      what: 'length of a recorded meet ÷ processor time in which it becomes one file',
      unit: '×',
      atLeast: 5,
    },
  },
  async run({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'rb-composing-'));
    try {
      await writeRecordedTracks(folder, quick ? 2 : 60);
      const searchPath = process.env.PATH ?? '';
      const used = cpuSecondsOfFamily(process.pid);
      const { seconds } = await compose(folder, {
        ffmpeg: await findProgram(['ffmpeg'], searchPath),
        runProgram,
        searchPath,
      });
      return { 'composing.to_real_time': seconds / (cpuSecondsOfFamily(process.pid) - used) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
