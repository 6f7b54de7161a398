import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Callers that waited for the start get their responses first. */
const AFTER_START_MS = 3_000;
const CHECK_MS = 30_000;
const MIN_GROWTH_BYTES = 32 * 1024 ** 2;
const IDLE_SHARE = 0.05;

const committedBytes = () => {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
};

/** V8 would wait for memory pressure. */
export function releaseHeapWhenIdle({ afterMs = AFTER_START_MS, everyMs = CHECK_MS } = {}): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  let bytesAfterRelease = 0;
  const release = () => {
    collect({ type: 'major', flavor: 'last-resort' });
    bytesAfterRelease = committedBytes();
  };
  setTimeout(release, afterMs).unref();
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization < IDLE_SHARE && committedBytes() > bytesAfterRelease + MIN_GROWTH_BYTES) release();
  }, everyMs).unref();
}
