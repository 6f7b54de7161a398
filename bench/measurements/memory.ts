import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation.ts';
import { httpRequest } from '../load/index.ts';
import { type Measurement, roundMs } from '../measurement.ts';
import { residentMegabytes } from '../processes.ts';

const POLL_INTERVAL_MS = 500;
/** A server gives back what its start needed some seconds after it. */
const MIN_SETTLING_MS = 6_000;
const MAX_SETTLING_MS = 12_000;
const SETTLED_MEGABYTES = 0.5;

/** Memory of the server that has nothing to do, its media workers included, PostgreSQL not. */
export const memory: Measurement = {
  figures: {
    'memory.idle': 'resident memory when idle after a warm start, without PostgreSQL',
    'memory.after_load': 'the same after some thousand posts',
  },
  async run(bench) {
    const { installation, generator } = bench;
    await installation.server();
    await installation.stopServer();
    const idle = await settledMemory(installation);
    const [id] = await installation.binders(1);
    const { port } = await installation.server();
    const headers = {
      authorization: `Bearer ${await installation.token()}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ message: { text: 'A message.' } });
    await generator.run({
      kind: 'http',
      port,
      clients: 32,
      milliseconds: roundMs(bench, 3_000),
      requests: [httpRequest('POST', `/v1/${id}/messages`, headers, body)],
    });
    return {
      'memory.idle': { value: idle, unit: 'MB' },
      'memory.after_load': { value: await settledMemory(installation), unit: 'MB' },
    };
  },
};

/** Megabytes once they no longer change, or after some seconds. */
async function settledMemory(installation: Installation): Promise<number> {
  const { pid } = await installation.server();
  await sleep(MIN_SETTLING_MS);
  const deadline = performance.now() + MAX_SETTLING_MS - MIN_SETTLING_MS;
  let last = Number.NaN;
  for (;;) {
    await sleep(POLL_INTERVAL_MS);
    const now = residentMegabytes(pid);
    if (Math.abs(now - last) < SETTLED_MEGABYTES || performance.now() > deadline) return now;
    last = now;
  }
}
