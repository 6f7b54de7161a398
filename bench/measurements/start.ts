import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, median } from '../measurement.ts';
import { residentMegabytes } from '../processes.ts';

/** Time in which V8 releases the memory that the start needed. */
const SETTLING_MS = 8_000;

export const start: Measurement = {
  figures: {
    'start.warm': { what: 'warm start to the first answer of /readyz', unit: 'ms', atMost: 1_500 },
    'memory.idle': {
      what: 'resident memory when idle, media workers included and PostgreSQL not',
      unit: 'MB',
      atMost: 150,
    },
  },
  async run({ installation, rounds }) {
    await installation.server();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await installation.stopServer();
      times.push((await installation.server()).startMs);
    }
    await sleep(SETTLING_MS);
    const { pid } = await installation.server();
    return { 'start.warm': median(times), 'memory.idle': residentMegabytes(pid) };
  },
};
