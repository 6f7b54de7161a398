import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

const TMPFS = 0x01021994;
const SYNCS = 21;

/** What to know of the machine to read the figures. @param directory where the data lies */
export function describeMachine(directory: string): string[] {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const lines = [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version}, load before the run ${loadavg()[0]?.toFixed(1)}`,
    `fsync of 8 KiB takes ${measureSync(directory).toFixed(2)} ms`,
  ];
  if (statfsSync(directory).type === TMPFS)
    lines.push('the data lies in memory (tmpfs), where fsync costs nothing: set TMPDIR to a disk');
  return lines;
}

/** Milliseconds that a small durable write takes. */
function measureSync(directory: string): number {
  const file = openSync(join(directory, 'sync-test'), 'w');
  const block = Buffer.alloc(8192);
  try {
    return median(
      Array.from({ length: SYNCS }, () => {
        const start = performance.now();
        writeSync(file, block);
        fsyncSync(file);
        return performance.now() - start;
      }),
    );
  } finally {
    closeSync(file);
  }
}
