import { createHistogram } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { Flood, FloodResult } from './flood.ts';
import { HttpConnection } from './http-connection.ts';
import { openSocket } from './open-socket.ts';

const TICK_MS = 2;
const DRAIN_MS = 3_000;

async function run({ port, calls, rate, connections, milliseconds }: Flood): Promise<FloodResult> {
  const call =
    'requests' in calls
      ? await HttpConnection.caller(port, connections, calls.requests)
      : (index: number) =>
          openSocket({ port, path: calls.path }, calls.frames[index % calls.frames.length] ?? []);
  const count = { accepted: 0, refused: 0, withoutRetryAfter: 0, failed: 0, unsent: 0 };
  const latencies = createHistogram();
  let busy = 0;
  let sent = 0;
  const cpu = process.threadCpuUsage();
  const begin = performance.now();
  const send = () => {
    const start = performance.now();
    busy++;
    void call(sent++).then((outcome) => {
      busy--;
      count[outcome]++;
      if (outcome === 'accepted')
        latencies.record(Math.max(1, Math.round((performance.now() - start) * 1_000)));
    });
  };
  const sendDue = (passed: number) => {
    if (rate === null) {
      while (passed < milliseconds && busy < connections) send();
      return;
    }
    const due = Math.floor((Math.min(passed, milliseconds) / 1_000) * rate);
    while (sent + count.unsent < due)
      if (busy < connections) send();
      else count.unsent++;
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - begin;
      sendDue(passed);
      if (passed < milliseconds || (busy > 0 && passed < milliseconds + DRAIN_MS)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const { user, system } = process.threadCpuUsage(cpu);
  return {
    ...count,
    refused: count.refused + count.withoutRetryAfter,
    failed: count.failed + busy,
    seconds: milliseconds / 1_000,
    p99Ms: latencies.count > 0 ? latencies.percentile(99) / 1_000 : Number.NaN,
    share: (user + system) / 1_000 / (performance.now() - begin),
  };
}

parentPort?.postMessage(await run(workerData as Flood));
