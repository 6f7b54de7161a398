import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** Starting on a data directory that was used before, to the first answer of /readyz. */
export const warmStart: Measurement = {
  figures: { 'start.warm': 'warm start to the first answer of /readyz' },
  async run({ installation, rounds }) {
    await installation.server();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await installation.stopServer();
      times.push((await installation.server()).startMs);
    }
    return { 'start.warm': { value: median(times), unit: 'ms' } };
  },
};
